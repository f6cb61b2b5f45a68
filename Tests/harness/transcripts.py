"""Conversations as text files: `// what it shows`, `>> sent`, `<< received`.

Messages that are received after one group of sent messages may arrive in any order. The string
`"<any>"` stands for any value; objects list all their members. After the last line the client
ends its input, and no further message may arrive. The transcripts of `protocol` are also played
in memory.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, List

from .paths import TRANSCRIPTS
from .wire import Connection


@dataclass
class Exchange:
    """Messages that are sent together, and those that are received before the next are sent."""

    sent: List[str] = field(default_factory=list)
    received: List[Any] = field(default_factory=list)


def transcripts() -> List[Path]:
    return sorted(TRANSCRIPTS.glob("*/*.io"))


def parse(text: str) -> List[Exchange]:
    exchanges: List[Exchange] = []
    is_receiving = True
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("//"):
            continue
        if line.startswith(">> "):
            if is_receiving:
                exchanges.append(Exchange())
            is_receiving = False
            exchanges[-1].sent.append(line[3:])
        elif line.startswith("<< ") and exchanges:
            is_receiving = True
            exchanges[-1].received.append(json.loads(line[3:]))
        else:
            raise ValueError(f"line {number}: expected //, >> or <<, found {line[:20]!r}")
    return exchanges


def matches(value: Any, pattern: Any) -> bool:
    if pattern == "<any>":
        return True
    if isinstance(pattern, list):
        return (
            isinstance(value, list)
            and len(value) == len(pattern)
            and all(map(matches, value, pattern))
        )
    if isinstance(pattern, dict):
        return (
            isinstance(value, dict)
            and value.keys() == pattern.keys()
            and all(matches(value[name], pattern[name]) for name in pattern)
        )
    # 1 and true are equal in Python.
    return value == pattern and isinstance(value, bool) == isinstance(pattern, bool)


def replay(text: str, connection: Connection) -> List[str]:
    """Plays a transcript; returns a line for each difference from it."""
    differences: List[str] = []
    for exchange in parse(text):
        connection.send(*exchange.sent)
        received = [connection.receive() for _ in exchange.received]
        differences += compare(received, exchange.received)
    connection.end_input()
    return differences + compare(connection.rest(), [])


def compare(received: List[Any], expected: List[Any]) -> List[str]:
    missing = list(expected)
    differences = []
    for message in received:
        found = next((pattern for pattern in missing if matches(message, pattern)), None)
        if found is None:
            differences.append(f"not expected: {json.dumps(message)}")
        else:
            missing.remove(found)
    return differences + [f"expected: {json.dumps(pattern)}" for pattern in missing]
