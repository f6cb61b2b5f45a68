"""The metadata of a shared response without a seal, which tests read and forge."""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass
from typing import Dict

from .engines import Engine


@dataclass
class Record:
    """Times are microseconds by the engine's clock and milliseconds by the server's."""

    status: int
    engine_time: int
    machine_time: int
    delay: int
    fields: Dict[str, str]
    body: bytes

    FORMAT = 3

    @classmethod
    def read(cls, engine: Engine, key: str) -> Record:
        text, body = engine.ask("HMGET", key, "m", "b")
        metadata = json.loads(text)
        assert metadata["format"] == cls.FORMAT
        if metadata["body"]["isDeflated"]:
            body = zlib.decompress(body)
        time = metadata["receivedAt"]
        fields = {field["name"]: field["value"] for field in metadata["fields"]}
        return cls(
            metadata["status"], time["engine"], time["machine"], metadata["delay"], fields, body
        )

    def write(self, engine: Engine, key: str) -> None:
        digest = list(hashlib.sha256(self.body).digest()[:16])
        metadata = {
            "format": self.FORMAT,
            "status": self.status,
            "receivedAt": {"engine": self.engine_time, "machine": self.machine_time},
            "delay": self.delay,
            "fields": [{"name": name, "value": value} for name, value in self.fields.items()],
            "body": {"length": len(self.body), "isDeflated": False, "digest": digest},
        }
        engine.ask("HSET", key, "m", json.dumps(metadata), "b", self.body)

    def age(self, seconds: int) -> None:
        self.engine_time -= seconds * 1_000_000
        self.machine_time -= seconds * 1000
