"""What follows in the clients from `Schemas/`."""
