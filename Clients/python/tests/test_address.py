"""Addresses and secrets."""

from pathlib import Path

import pytest
from gitxplorer.address import (
    TCPAddress,
    UnixAddress,
    default_secret_file,
    parse_address,
    read_secret,
)
from gitxplorer.errors import ConnectError


def test_addresses_are_parsed() -> None:
    assert parse_address("unix:/tmp/a:b") == UnixAddress("/tmp/a:b")
    assert parse_address("tcp:127.0.0.1:80") == TCPAddress("127.0.0.1", 80)
    assert parse_address("tcp:[::1]:80") == TCPAddress("::1", 80)


@pytest.mark.parametrize(
    "text", ["", "unix:", "tcp:", "tcp:host", "tcp:host:", "tcp:host:x", "tcp:h:70000", "http:x:1"]
)
def test_any_other_address_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="unix:PATH or tcp:HOST:PORT"):
        parse_address(text)


def test_white_space_around_a_secret_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("  ab\n")
    assert read_secret(tmp_path / "secret") == "ab"


def test_a_missing_secret_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(ConnectError, match="none"):
        read_secret(tmp_path / "none")


def test_the_secret_is_read_from_where_the_server_keeps_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert default_secret_file() == Path("/state/gitxplorer/client-secret")
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    assert default_secret_file() == Path("/home/ada/.local/state/gitxplorer/client-secret")
