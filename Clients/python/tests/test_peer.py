"""Nothing is sent to a Unix socket of another user."""

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from gitxplorer import AsyncClient, Client, ConnectError, peer

MINE, ANOTHERS = 1000, 4242


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    """A socket that would record what it receives."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        yield listener


@pytest.fixture(autouse=True)
def me(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary user, even if root runs the tests."""
    monkeypatch.setattr(os, "geteuid", lambda: MINE)


def check_refused(listener: socket.socket, says: str) -> None:
    """Neither client connects, and no byte is sent."""
    address = f"unix:{listener.getsockname()}"

    async def connect() -> None:
        async with AsyncClient.connect(address):
            pass

    with pytest.raises(ConnectError, match=says):
        Client.connect(address)
    with pytest.raises(ConnectError, match=says):
        asyncio.run(connect())
    for _ in range(2):
        connection, _ = listener.accept()
        with connection:
            assert connection.recv(1) == b""


def test_nothing_is_sent_to_a_server_of_another_user(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peer, "peer_uid", lambda _: ANOTHERS)
    check_refused(listener, "runs as another user")


@pytest.mark.parametrize("name", ["socket", ""])
def test_without_peer_credentials_files_of_another_user_are_refused(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    owned = os.path.realpath(tmp_path / name)
    real = os.stat

    def stat(path: "os.PathLike[str]", **options: bool) -> os.stat_result:
        uid = ANOTHERS if os.path.realpath(path) == owned else MINE
        return os.stat_result([*real(path, **options)[:4], uid, *real(path, **options)[5:10]])

    monkeypatch.setattr(peer, "peer_uid", lambda _: None)
    monkeypatch.setattr(peer.os, "stat", stat)
    check_refused(listener, "belongs to another user")


@pytest.mark.parametrize("uid", [0, MINE])
def test_a_server_of_this_user_or_root_is_accepted(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch, uid: int
) -> None:
    monkeypatch.setattr(peer, "peer_uid", lambda _: uid)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(listener.getsockname())
        peer.check_peer(connection, listener.getsockname())


def test_the_kernel_reports_the_listeners_user(listener: socket.socket) -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(listener.getsockname())
        assert peer.peer_uid(connection) == os.getuid()
