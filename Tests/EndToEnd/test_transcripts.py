"""Every transcript, over each transport and in both framings."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.processes import Processes
from harness.transcripts import matches, parse, replay, transcripts
from harness.wire import Connection

TRANSPORTS = ["stdio lines", "stdio headers", "unix", "tcp"]
#: Those of the folder `mcp` are played to `gitxplorer mcp`.
PLAYS = [
    (path, transport)
    for path in transcripts()
    for transport in (["mcp"] if path.parent.name == "mcp" else TRANSPORTS)
]


def connection(transport: str, processes: Processes, folder: Path) -> Connection:
    """A connection to a server of its own, whose simulator has seed 1."""
    kind, _, framing = transport.partition(" ")
    if kind == "mcp":
        return processes.popen("mcp", "--sandbox").stdio()
    if kind == "stdio":
        return processes.popen("serve", "--sandbox").stdio(framing)
    if kind == "unix":
        return processes.serve("--socket", str(folder / "socket")).connect("unix")
    secret = folder / "secret"
    server = processes.serve("--listen", "127.0.0.1:0", "--client-secret-file", str(secret))
    connection = server.connect("tcp")
    connection.result("session.authenticate", {"secret": secret.read_text().strip()})
    return connection


@pytest.mark.parametrize(
    ("path", "transport"),
    PLAYS,
    ids=lambda part: part if isinstance(part, str) else f"{part.parent.name}-{part.stem}",
)
def test_a_transcript_goes_as_it_is_told(
    path: Path, transport: str, processes: Processes, tmp_path: Path
) -> None:
    text = path.read_text()
    assert text.startswith("// ")
    assert replay(text, connection(transport, processes, tmp_path)) == []


def test_every_method_has_two_transcripts() -> None:
    folders = [path.parent.name for path in transcripts()]
    for method in (
        *["users.random", "repos.list", "user.summary", "search.users", "repo.stargazers"],
        *["user.avatar", "rate.status", "cache.stats", "cache.clear", "initialize", "shutdown"],
        *["session.authenticate", "rpc.discover", "auth.status", "auth.login", "auth.logout"],
    ):
        assert folders.count(method) >= 2, method


@pytest.mark.parametrize("text", ["<< 1", "> 1", ">>1", "hello", ">> 1\n<<2"])
def test_a_line_that_is_no_line_of_a_transcript_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)


def test_a_difference_is_told(processes: Processes) -> None:
    sent = '>> {"jsonrpc":"2.0","id":1,"method":"shutdown"}\n'
    for expected, count in (
        ('<< {"jsonrpc":"2.0","id":1,"result":null}\n', 0),
        ('<< {"jsonrpc":"2.0","id":1,"result":"<any>"}\n', 0),
        ('<< {"jsonrpc":"2.0","id":1,"result":1}\n', 2),
        ('<< {"jsonrpc":"2.0","id":1}\n', 2),
        ("", 1),
    ):
        server = processes.popen("serve", "--sandbox").stdio()
        assert len(replay(sent + expected, server)) == count, expected
    assert not matches(True, 1) and not matches([1], [1, 1]) and matches({"a": [2]}, {"a": "<any>"})
