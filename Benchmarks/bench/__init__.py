"""Compares GitXplorer with the floor of the machine and with its peers: `make bench`."""
