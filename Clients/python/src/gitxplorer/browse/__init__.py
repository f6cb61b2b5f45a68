"""The terminal explorer: ``python -m gitxplorer browse``. Everything but ``command`` needs Textual."""
