"""The kernel's own limits for a process and its files."""

from __future__ import annotations

import ctypes

#: The same number on all architectures.
_CREATE_RULESET = 444
_VERSION = 1


def version() -> int:
    """The version of Landlock that the kernel has, or 0."""
    syscall = ctypes.CDLL(None).syscall
    syscall.restype = ctypes.c_long
    found = syscall(
        ctypes.c_long(_CREATE_RULESET), None, ctypes.c_size_t(0), ctypes.c_uint(_VERSION)
    )
    return max(0, int(found))
