"""Addresses of running servers, and the secret of a TCP listener."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Union

from .errors import ConnectError


@dataclass(frozen=True)
class UnixAddress:
    """A Unix domain socket."""

    path: str


@dataclass(frozen=True)
class TCPAddress:
    """A TCP port; an IPv6 host is without its brackets."""

    host: str
    port: int


Address = Union[UnixAddress, TCPAddress]


def parse_address(text: str) -> Address:
    """Reads ``unix:PATH`` or ``tcp:HOST:PORT``; raises ValueError for anything else."""
    scheme, _, rest = text.partition(":")
    if scheme == "unix" and rest:
        return UnixAddress(rest)
    host, _, port = rest.rpartition(":")
    if scheme == "tcp" and host and port.isascii() and port.isdigit() and 0 < int(port) < 65536:
        return TCPAddress(host.strip("[]"), int(port))
    raise ValueError(f"expected unix:PATH or tcp:HOST:PORT, found {text!r}")


def default_secret_file() -> Path:
    """The default file of the server's client secret."""
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():  # which the XDG specification ignores
        state = Path.home() / ".local" / "state"
    return state / "gitxplorer" / "client-secret"


def read_secret(path: Optional[Union[str, Path]]) -> str:
    """Reads the secret from a file, by default the server's own."""
    file = Path(path) if path is not None else default_secret_file()
    try:
        return file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConnectError(f"the client secret cannot be read from {file}: {error}") from None
