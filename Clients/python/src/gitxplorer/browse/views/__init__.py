"""The screens, one for each kind of place."""
