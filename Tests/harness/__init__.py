"""Shared by the black-box tests: processes, connections, control of the sandbox."""
