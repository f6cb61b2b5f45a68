"""The cache file, as SQLite shows it."""

from __future__ import annotations

import hashlib
import sqlite3
import struct
from typing import Any, List


def connect(path: object, **options: Any) -> sqlite3.Connection:
    """A connection with the SQL function that computes the digests of rows."""
    file = sqlite3.connect(str(path), **options)
    file.create_function("digest128", -1, digest128, deterministic=True)
    return file


def columns(file: sqlite3.Connection, table: str) -> List[str]:
    """The columns that a row's digest covers, in order."""
    names = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
    return [name for name in names if name not in ("id", "digest")]


def digest128(*values: Any) -> bytes:
    """SHA-256 over each value's storage class, its length or number, and its bytes."""
    text = hashlib.sha256()
    for value in values:
        if value is None:
            text.update(struct.pack("<QQ", 5, 0))
        elif isinstance(value, int):
            text.update(struct.pack("<Qq", 1, value))
        else:
            content = value.encode() if isinstance(value, str) else value
            kind = 3 if isinstance(value, str) else 4
            text.update(struct.pack("<QQ", kind, len(content)) + content)
    return text.digest()[:16]
