"""Recorded responses of GitHub, compared with the sandbox's by rules."""
