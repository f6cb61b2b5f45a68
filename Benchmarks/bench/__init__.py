"""Measures GitXplorer beside the floor of the machine and beside its peers: `make bench`."""
