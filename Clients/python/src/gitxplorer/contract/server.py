"""The server under test: a command that starts it, or its address."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from ..address import UnixAddress, parse_address, read_secret
from ..streams import ProcessStream, SocketStream
from .conversation import Conversation, request
from .experience import Experience

#: Variables that would give a server a real account or a real cache.
_REAL = ("GITXPLORER_TOKEN", "GH_", "GITHUB_", "XDG_")


@dataclass(frozen=True)
class Server:
    """Opens connections to the server under test."""

    command: Sequence[str] = ()
    #: ``unix:PATH`` or ``tcp:HOST:PORT``; empty if there is a command.
    address: str = ""
    #: The file with the secret of a TCP server; by default the server's own.
    secret_file: Optional[str] = None
    #: The environment of the command.
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    #: Seconds to wait for a response.
    timeout: float = 30
    experience: Experience = field(default_factory=Experience)

    @classmethod
    def apart(cls, command: Sequence[str], folder: Path, timeout: float = 30) -> Server:
        """A command that runs without a token, and stores its files in ``folder``.

        The kit signs in and out and clears the cache.
        """
        environment = {n: v for n, v in os.environ.items() if not n.startswith(_REAL)}
        for kind in ("CACHE", "CONFIG", "STATE"):
            environment[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
        return cls(command=command, environment=environment, timeout=timeout)

    def open(self) -> Conversation:
        """A new connection, which for a command means a new process; raises ConnectError."""
        if not self.address:
            process = ProcessStream(self.command, self.environment, None)
            return Conversation(process, self.timeout, self.experience)
        where = parse_address(self.address)
        stream = SocketStream(where, self.timeout)
        conversation = Conversation(stream, self.timeout, self.experience)
        if not isinstance(where, UnixAddress):
            secret = {"secret": read_secret(self.secret_file)}
            conversation.exchange(request("session.authenticate", secret, "secret"))
        return conversation
