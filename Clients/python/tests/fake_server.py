"""A small server that speaks GitXplorer's protocol, for tests that need no GitHub.

    fake_server.py serve [--stdio] [--socket PATH] [--listen HOST:PORT] [--client-secret-file PATH]
                         [--ready-file PATH] [--exit STATUS]

Besides the explorer's methods, which give what is in ``fake_results``, it has methods by which a
test decides what happens when:

- ``test.echo``: the params;
- ``test.hold`` ``{name}``: is answered when ``test.release`` ``{name}`` comes, or cancelled;
- ``test.fail``: the params are the error;
- ``test.notify``: sends ``auth.changed`` with the params, then answers;
- ``test.received``: all messages of this connection so far;
- with ``FAKE_SIGN_IN`` in the environment, the methods in it are answered from it, and the
  ``changed`` that is in it is sent as ``auth.changed`` after the answer to ``auth.login``; its
  ``refused`` is the error of an ``auth.login`` by device;
- with ``FAKE_LOG`` in the environment each message is appended to that file;
- ``test.raw`` ``{text}``: sends the text as it is; ``test.hangup``: closes without a response.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import threading
from collections.abc import Iterator
from typing import Any, BinaryIO, Optional

from fake_results import NOT_FOUND, RESULTS


class Hangup(Exception):
    """Closes the connection."""


class Conversation:
    """One connection: reads messages, writes answers, in one thread."""

    def __init__(self, source: BinaryIO, sink: BinaryIO, secret: Optional[str] = None) -> None:
        self.source, self.sink, self.secret = source, sink, secret
        self.framing = ""
        self.held: dict[str, Any] = {}
        self.received: list[Any] = []
        self.later: Optional[dict[str, Any]] = None

    def run(self) -> None:
        """Answers messages until the input ends."""
        try:
            for body in self.bodies():
                message = json.loads(body)
                self.received.append(message)
                if "FAKE_LOG" in os.environ:
                    with open(os.environ["FAKE_LOG"], "ab") as log:
                        log.write(body.strip() + b"\n")
                batch = message if isinstance(message, list) else [message]
                answers = [a for a in map(self.answer, batch) if a is not None]
                if isinstance(message, list) and answers:
                    self.send(answers)
                for answer in answers if isinstance(message, dict) else []:
                    self.send(answer)
                if self.later is not None:
                    self.send(self.later)
                    self.later = None
        except (Hangup, OSError):
            pass

    def bodies(self) -> Iterator[bytes]:
        """The messages, in the framing that the first byte shows."""
        while True:
            line = self.source.readline()
            if not line:
                return
            if not self.framing and line.strip():
                self.framing = "lines" if line.lstrip()[:1] in b"{[" else "headers"
            if self.framing == "lines" and line.strip():
                yield line
            elif self.framing == "headers":
                length = int(line.split(b":")[1])
                while self.source.readline().strip():
                    pass
                yield self.source.read(length)

    def send(self, message: Any) -> None:
        """Writes a message."""
        body = json.dumps(message, ensure_ascii=False).encode()
        head = b"Content-Length: %d\r\n\r\n" % len(body) if self.framing == "headers" else b""
        self.write(head + body + (b"" if head else b"\n"))

    def write(self, data: bytes) -> None:
        """Writes bytes."""
        self.sink.write(data)
        self.sink.flush()

    def answer(self, message: dict[str, Any]) -> Optional[dict[str, Any]]:
        """The response to a message, or None if it gets none now."""
        identifier, params = message.get("id"), message.get("params")
        if self.secret is not None and not self.authenticates(message):
            error = {
                "code": 1401,
                "message": "The secret is wrong.",
                "data": {"kind": "unauthorized"},
            }
            self.send({"jsonrpc": "2.0", "id": identifier, "error": error})
            raise Hangup
        kind, value = self.outcome(message["method"], params, identifier)
        if kind is None or "id" not in message:
            return None
        return {"jsonrpc": "2.0", "id": identifier, kind: value}

    def authenticates(self, message: dict[str, Any]) -> bool:
        """Whether the first message has the secret. Later ones need none."""
        given = (message.get("params") or {}).get("secret")
        if message.get("method") == "session.authenticate" and given == self.secret:
            self.secret = None
        return self.secret is None

    def outcome(self, method: str, params: Any, identifier: Any) -> tuple[Optional[str], Any]:
        """``("result", value)``, ``("error", value)``, or ``(None, None)`` for no response yet."""
        if method == "test.hold":
            self.held[params["name"]] = identifier
            return None, None
        if method in ("test.release", "$/cancelRequest"):
            return self.let_go(method, params)
        if method == "test.hangup":
            raise Hangup
        if method == "test.raw":
            self.write(params["text"].encode())
            return None, None
        if method == "test.fail":
            return "error", params
        if method == "test.notify":
            self.send({"jsonrpc": "2.0", "method": "auth.changed", "params": params})
        if method in ("test.echo", "test.notify"):
            return "result", params
        if method == "test.received":
            return "result", self.received
        return self.explore(method, params)

    def let_go(self, method: str, params: Any) -> tuple[str, Any]:
        """Answers a held request, with the result or with the error for a cancelled one."""
        if method == "test.release":
            held = self.held.pop(params["name"])
            self.send({"jsonrpc": "2.0", "id": held, "result": params["name"]})
        else:
            name = next((n for n, held in self.held.items() if held == params["id"]), None)
            if name is not None:
                data = {"kind": "cancelled", "retryable": True}
                error = {"code": -32800, "message": "The request was cancelled.", "data": data}
                self.send({"jsonrpc": "2.0", "id": self.held.pop(name), "error": error})
        return "result", None

    def explore(self, method: str, params: Any) -> tuple[str, Any]:
        """Answers as the server would, with progress if the request has a token."""
        named = params if isinstance(params, dict) else {}
        if "nobody" in named.values():
            return "error", NOT_FOUND
        if method == "session.authenticate":
            return "result", {}
        sign_in = json.loads(os.environ.get("FAKE_SIGN_IN", "{}"))
        if method == "auth.login" and "refused" in sign_in and "device" in named:
            return "error", sign_in["refused"]
        if method == "auth.login" and "changed" in sign_in:
            change = {"jsonrpc": "2.0", "method": "auth.changed", "params": sign_in["changed"]}
            self.later = change
        if method in sign_in:
            return "result", sign_in[method]
        if method not in RESULTS:
            data = {"kind": "methodNotFound", "retryable": False, "method": method}
            return "error", {"code": -32601, "message": f"No method {method}.", "data": data}
        if "workDoneToken" in named:
            for value in (
                {"kind": "begin", "title": method, "percentage": 0},
                {"kind": "report", "message": "page 1 of 2", "percentage": 50},
                {"kind": "end"},
            ):
                progress = {"token": named["workDoneToken"], "value": value}
                self.send({"jsonrpc": "2.0", "method": "$/progress", "params": progress})
        return "result", RESULTS[method]


def accept(listener: socket.socket, secret: Optional[str]) -> None:
    """Serves each connection in its own thread."""
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=converse, args=(connection, secret), daemon=True).start()


def converse(connection: socket.socket, secret: Optional[str]) -> None:
    """Serves one connection and closes it."""
    with connection, connection.makefile("rb") as source, connection.makefile("wb") as sink:
        Conversation(source, sink, secret).run()


def main() -> None:
    """Serves stdio, or listeners until stdin ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["serve"])
    parser.add_argument("--stdio", action="store_true")
    parser.add_argument("--socket")
    parser.add_argument("--listen")
    parser.add_argument("--client-secret-file")
    parser.add_argument("--ready-file")
    parser.add_argument("--exit", type=int)
    options = parser.parse_args()
    if options.exit is not None:
        print("gitxplorer: unknown flag", file=sys.stderr)
        sys.exit(options.exit)
    ready = []
    if options.socket:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(options.socket)
        listener.listen()
        threading.Thread(target=accept, args=(listener, None), daemon=True).start()
        ready.append(f"unix:{options.socket}")
    if options.listen:
        host, _, port = options.listen.rpartition(":")
        with open(options.client_secret_file, encoding="ascii") as file:
            secret = file.read().strip()
        listener = socket.create_server((host, int(port)))
        threading.Thread(target=accept, args=(listener, secret), daemon=True).start()
        ready.append("tcp:%s:%d" % listener.getsockname())
    if options.ready_file:
        with open(options.ready_file + ".part", "w", encoding="utf-8") as file:
            file.write("\n".join(ready) + "\n")
        os.rename(options.ready_file + ".part", options.ready_file)
    if ready and not options.stdio:
        sys.stdin.buffer.read()
    else:
        Conversation(sys.stdin.buffer, sys.stdout.buffer).run()


if __name__ == "__main__":
    main()
