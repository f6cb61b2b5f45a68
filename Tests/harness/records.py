"""The metadata of a shared response without a seal, which tests read and forge."""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass
from typing import Dict

from .engines import Engine


def counted(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data

    def take(self, size: int) -> bytes:
        taken, self.data = self.data[:size], self.data[size:]
        assert len(taken) == size
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def counted(self) -> bytes:
        return self.take(self.number(4))


@dataclass
class Record:
    """Times are microseconds by the engine's clock and milliseconds by the server's."""

    status: int
    engine_time: int
    machine_time: int
    delay: int
    fields: Dict[str, str]
    body: bytes

    FORMAT = 2

    @classmethod
    def read(cls, engine: Engine, key: str) -> Record:
        metadata, body = engine.ask("HMGET", key, "m", "b")
        reader = Reader(metadata)
        assert reader.number(1) == cls.FORMAT
        status = reader.number(2)
        times = [reader.number(8) for _ in range(3)]
        reader.number(4)
        if reader.number(1):
            body = zlib.decompress(body)
        reader.counted()
        names = reader.number(2)
        fields = {reader.counted().decode(): reader.counted().decode() for _ in range(names)}
        return cls(status, *times, fields, body)

    def write(self, engine: Engine, key: str) -> None:
        metadata = struct.pack(
            ">BHqqqIB", self.FORMAT, self.status, self.engine_time, self.machine_time, self.delay,
            len(self.body), 0,
        )  # fmt: skip
        metadata += counted(hashlib.sha256(self.body).digest()[:16])
        metadata += struct.pack(">H", len(self.fields))
        for name, value in self.fields.items():
            metadata += counted(name.encode()) + counted(value.encode())
        engine.ask("HSET", key, "m", metadata, "b", self.body)

    def age(self, seconds: int) -> None:
        self.engine_time -= seconds * 1_000_000
        self.machine_time -= seconds * 1000
