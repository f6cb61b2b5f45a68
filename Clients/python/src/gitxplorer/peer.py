"""Checks the owner of a Unix socket before anything is sent to it."""

from __future__ import annotations

import os
import socket
import struct
from typing import Optional

from .errors import ConnectError


def check_peer(connection: socket.socket, path: str) -> None:
    """Raises ConnectError unless this user or root runs the server at ``path``.

    If the kernel does not report the user, the socket's file and its directory must belong to
    this user or to root.
    """
    uid = peer_uid(connection)
    if uid is not None:
        if not _is_trusted(uid):
            raise ConnectError(
                f"the server at {path} runs as another user ({uid}), who would see all that is"
                " sent; connect to a socket of your own"
            )
        return
    file = os.path.realpath(path)
    for place in (file, os.path.dirname(file)):
        if not _is_trusted(os.stat(place).st_uid):
            raise ConnectError(
                f"{place} belongs to another user, who would see all that is sent;"
                " connect to a socket of your own"
            )


def peer_uid(connection: socket.socket) -> Optional[int]:
    """The user id of the listening process; None if the kernel does not report it."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return None
    credentials = connection.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("3i"))
    _, uid, _ = struct.unpack("3i", credentials)
    return int(uid)


def _is_trusted(uid: int) -> bool:
    return uid in (0, os.geteuid())
