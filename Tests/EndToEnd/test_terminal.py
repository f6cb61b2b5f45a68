"""Untrusted text on a terminal: invisible characters are escaped."""

from __future__ import annotations

import json
import unicodedata
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Dict, List, Tuple

import pytest

from harness.processes import Processes
from harness.terminal import on_terminal

#: C1 controls, direction marks and isolates, invisible characters, line ends, a tag, ESC and BEL.
HOSTILE = "x\u009b31m\u0085\u202e\u2066\u200b\u00ad\ufeff\u2028\u2029\U000e0041\x1b]0;t\x07\x7f\r\ny"


def unseen(text: str) -> List[str]:
    return [each for each in text if each != "\n" and unicodedata.category(each) in UNSEEN]


UNSEEN = {"Cc", "Cf", "Zl", "Zp"}


def escaped(text: str) -> str:
    """The text as a terminal shows it."""
    return json.dumps(text)[1:-1].replace("\x7f", "\\u007f")


def piped(processes: Processes, *arguments: str) -> Tuple[int, str]:
    done = processes.run(*arguments)
    return done.returncode, (done.stdout + done.stderr).decode()


def replay(folder: Path, path: str, body: Any, status: int = 200) -> List[str]:
    """The flags of a sandbox that replays these responses."""
    exchange = {
        "request": {"method": "GET", "path": path, "query": {}},
        "response": {
            "status": status,
            "headers": {"Content-Type": "application/json; charset=utf-8"},
            "body": body,
        },
    }
    file = folder / "exchange.jsonl"
    file.write_text(json.dumps(exchange) + "\n")
    return ["--sandbox", "--sandbox-option", f"replay={file}"]


def user(processes: Processes) -> Dict[str, Any]:
    """The sandbox's profile of octocat."""
    return processes.start_sandbox().get("/users/octocat")


SUMMARY = ["user.summary", '["octocat"]']


def test_a_result_on_a_terminal_is_the_same_json_with_escapes(
    processes: Processes, tmp_path: Path
) -> None:
    body = {**user(processes), "name": HOSTILE, "bio": HOSTILE + "naïve 🙂"}
    flags = replay(tmp_path, "/users/octocat", body)
    piped = processes.run("call", *flags, *SUMMARY)
    found = json.loads(piped.stdout)["user"]
    assert (found["name"], found["bio"]) == (HOSTILE, HOSTILE + "naïve 🙂")
    assert "\u009b" in piped.stdout.decode(), "what programs read is as ever"
    status, seen = on_terminal(processes, "call", *flags, *SUMMARY)
    assert status == 0 and unseen(seen) == []
    assert json.loads(seen)["user"] == found
    assert "naïve 🙂" in seen and "\\u009b31m" in seen


def test_an_error_on_a_terminal_is_the_same_json_with_escapes(
    processes: Processes, tmp_path: Path
) -> None:
    flags = replay(tmp_path, "/users/octocat", {"message": HOSTILE}, 403)
    piped = json.loads(processes.run("call", *flags, *SUMMARY).stderr)
    assert "\u009b" in piped["message"]
    status, seen = on_terminal(processes, "call", *flags, *SUMMARY)
    assert status == 1 and unseen(seen) == []
    assert json.loads(seen) == piped


class DeviceCodes(BaseHTTPRequestHandler):
    """Issues a hostile device code, which has expired at the first poll."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        page = f"http://{self.headers['Host']}/login/device"
        answer: Any = {"error": "expired_token"}
        if self.path == "/login/device/code":
            answer = {"device_code": "d" * 40, "user_code": HOSTILE, "verification_uri": page}
            answer.update(expires_in=60, interval=1)
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *values: Any) -> None:
        pass


def test_login_shows_the_code_on_one_line(processes: Processes) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), DeviceCodes) as upstream:
        Thread(target=upstream.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{upstream.server_port}"
        flags = ["--api-url", url, "--web-url", url, "--oauth-client-id", "x"]
        for run in (on_terminal, piped):
            status, seen = run(processes, "login", *flags)
            first, *rest = seen.split("\n")
            assert first.startswith("Open ") and escaped(HOSTILE) in first, seen
            assert unseen(seen) == [] and status == 1 and len(rest) == 2, seen
        upstream.shutdown()


HOSTILE_PATH = "/no\u009b1m\u202e\n/such"


@pytest.mark.parametrize(
    "arguments",
    [
        ["call", "--token-file", HOSTILE_PATH, "cache.stats"],
        ["call", "--connect", f"unix:{HOSTILE_PATH}", "cache.stats"],
        ["call", "cache.stats", HOSTILE_PATH],
        ["serve", "--socket", HOSTILE_PATH],
        ["serve", "--max-in-flight", HOSTILE_PATH],
        ["schema", HOSTILE_PATH],
        [HOSTILE_PATH],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_complaint_is_one_line_with_escapes(arguments: List[str], processes: Processes) -> None:
    for status, seen in (on_terminal(processes, *arguments), piped(processes, *arguments)):
        assert status not in (0, None) and unseen(seen) == [], seen
        assert seen.startswith("gitxplorer: ") and seen.count("\n") == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_log_line_is_one_line_with_escapes(
    form: str, processes: Processes, tmp_path: Path
) -> None:
    cache = tmp_path / "x\u009b1m\u202e\n.sqlite"
    cache.write_bytes(b"SQLite format 3\0" + b"nonsense" * 2000)
    done = processes.run(
        "call", "--sandbox", "--cache", str(cache), "--log-format", form, *SUMMARY
    )
    log = done.stderr.decode()
    assert done.returncode == 0 and log.count("\n") == 1 and unseen(log) == []
    assert "x\\u009b1m\\u202e" in log
    if form == "json":
        assert any(str(cache) in value for value in json.loads(log).values())


def test_cache_stats_and_path_are_escaped_on_a_terminal(
    processes: Processes, tmp_path: Path
) -> None:
    cache = str(tmp_path / "x\u009b1m\u202e.sqlite")
    for command in ("stats", "path"):
        status, seen = on_terminal(processes, "cache", command, "--cache", cache)
        assert status == 0 and unseen(seen) == [] and "x\\u009b1m\\u202e.sqlite" in seen
    assert processes.run("cache", "path", "--cache", cache).stdout.decode() == f"{cache}\n"
    stats = json.loads(processes.run("cache", "stats", "--cache", cache).stdout)
    assert stats["path"] == cache


def test_the_document_is_the_same_on_a_terminal(processes: Processes) -> None:
    status, seen = on_terminal(processes, "schema")
    assert (status, seen.encode()) == (0, processes.run("schema").stdout)
