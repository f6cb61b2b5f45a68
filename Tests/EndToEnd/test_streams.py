"""Standard streams: pipes, files, /dev/null, and both framings over them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Dict, List

import pytest

from harness.processes import Processes
from harness.wire import framed, request, unframed

SUMMARY = request("user.summary", {"login": "octocat"})


def answers(output: bytes, framing: str = "lines") -> Dict[Any, Any]:
    return {answer["id"]: answer for answer in unframed(output, framing)}


def test_one_line_in_gives_one_line_out_and_exit_0(processes: Processes) -> None:
    done = processes.run("serve", "--sandbox", input=framed(SUMMARY))
    assert done.returncode == 0
    [answer] = unframed(done.stdout)
    assert answer["id"] == 1 and answer["result"]["user"]["login"] == "octocat"
    assert done.stderr == b""


def test_accepted_requests_are_answered_after_the_end_of_the_input(processes: Processes) -> None:
    requests = [request("users.random", {"count": 1, "seed": n}, n) for n in range(20)]
    done = processes.run(
        *["serve", "--sandbox", "--sandbox-option", "latency=100"],
        input=b"".join(framed(message) for message in requests),
    )
    assert done.returncode == 0
    found = answers(done.stdout)
    assert sorted(found) == list(range(20))
    assert all("result" in answer for answer in found.values())


def test_the_last_line_need_not_end_with_a_line_feed(processes: Processes) -> None:
    done = processes.run("serve", "--sandbox", input=framed(SUMMARY).rstrip(b"\n"))
    assert done.returncode == 0 and list(answers(done.stdout)) == [1]


def test_carriage_returns_and_blank_lines_are_ignored(processes: Processes) -> None:
    text = b"\n \t\r\n" + framed(SUMMARY).replace(b"\n", b"\r\n") + b"\r\n\n"
    done = processes.run("serve", "--sandbox", input=text)
    assert done.returncode == 0 and list(answers(done.stdout)) == [1]


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_input_and_output_may_be_regular_files(
    framing: str, processes: Processes, tmp_path: Path
) -> None:
    source, target = tmp_path / "requests", tmp_path / "answers"
    requests = [request("user.summary", {"login": "octocat"}, n) for n in range(5)]
    source.write_bytes(b"".join(framed(message, framing) for message in requests))
    with source.open("rb") as stdin, target.open("wb") as stdout:
        server = processes.popen("serve", "--sandbox", stdin=stdin, stdout=stdout)
        assert server.wait() == 0
    assert sorted(answers(target.read_bytes(), framing)) == list(range(5))


def test_output_is_appended_to_a_file_opened_for_appending(
    processes: Processes, tmp_path: Path
) -> None:
    target = tmp_path / "answers"
    target.write_text("before\n")
    with target.open("ab") as stdout:
        server = processes.popen("serve", "--sandbox", stdout=stdout)
        assert server.process.stdin is not None
        server.process.stdin.write(framed(SUMMARY))
        server.process.stdin.close()
        assert server.wait() == 0
    before, rest = target.read_bytes().split(b"\n", 1)
    assert before == b"before" and list(answers(rest)) == [1]


def test_dev_null_as_input_ends_the_server_at_once(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox", stdin=subprocess.DEVNULL)
    assert server.process.stdout is not None
    assert server.process.stdout.read() == b""
    assert server.wait() == 0


def test_dev_null_works_as_output(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox", stdout=subprocess.DEVNULL)
    assert server.process.stdin is not None
    server.process.stdin.write(framed(SUMMARY) * 3)
    server.process.stdin.close()
    assert server.wait() == 0


def test_standard_streams_may_be_sockets(processes: Processes) -> None:
    import socket

    ours, theirs = socket.socketpair()
    with ours, theirs:
        server = processes.popen("serve", "--sandbox", stdin=theirs, stdout=theirs)
        theirs.close()
        ours.sendall(framed(SUMMARY))
        ours.shutdown(socket.SHUT_WR)
        output = b""
        while data := ours.recv(65536):
            output += data
        assert list(answers(output)) == [1]
        assert server.wait() == 0


def test_standard_streams_may_be_a_terminal(processes: Processes) -> None:
    import pty
    import tty

    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    server = processes.popen("serve", "--sandbox", stdin=theirs, stdout=theirs)
    os.write(ours, framed(request("cache.stats")))
    line = b""
    while not line.endswith(b"\n"):
        line += os.read(ours, 65536)
    assert json.loads(line)["id"] == 1
    server.process.terminate()
    assert server.wait() == 0
    os.close(theirs)
    os.close(ours)


def test_a_closed_stdout_ends_the_server_without_a_crash(processes: Processes) -> None:
    reader, writer = os.pipe()
    server = processes.popen("serve", "--sandbox", stdout=writer)
    os.close(writer)
    os.close(reader)
    assert server.process.stdin is not None
    try:
        server.process.stdin.write(framed(SUMMARY) * 20)
        server.process.stdin.close()
    except BrokenPipeError:
        pass  # It may have ended before everything was written.
    assert server.wait() >= 0, "ended by a signal"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_standard_descriptor_closed_from_the_start_causes_no_hang_and_no_crash(
    closed: str, processes: Processes
) -> None:
    with subprocess.Popen(
        ["sh", "-c", f'exec "$0" serve --sandbox {closed}', processes.binary],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=processes.environment,
    ) as process:  # fmt: skip
        try:
            process.communicate(framed(SUMMARY))
            assert process.returncode >= 0, "ended by a signal"
        finally:
            process.kill()


def test_stdout_has_only_frames_whatever_is_logged(processes: Processes) -> None:
    done = processes.run(
        *["serve", "--sandbox", "--log-level", "trace", "--log-http"], input=framed(SUMMARY)
    )
    assert list(answers(done.stdout)) == [1]
    assert b"/users/octocat" in done.stderr


@pytest.mark.parametrize("option", ["auto", "headers", "lines"])
@pytest.mark.parametrize("sent", ["headers", "lines"])
def test_framing_is_detected_or_set_by_a_flag(option: str, sent: str, processes: Processes) -> None:
    done = processes.run("serve", "--sandbox", "--framing", option, input=framed(SUMMARY, sent))
    if option in ("auto", sent):
        assert list(answers(done.stdout, sent)) == [1]
    else:
        [answer] = unframed(done.stdout, option)[:1]
        assert answer["error"]["code"] == -32700
    assert done.returncode == 0


def test_the_servers_headers_have_only_content_length(processes: Processes) -> None:
    done = processes.run("serve", "--sandbox", input=framed(request("cache.stats"), "headers"))
    head, _, body = done.stdout.partition(b"\r\n\r\n")
    assert head == b"Content-Length: %d" % len(body)


@pytest.mark.parametrize(
    "head",
    [
        b"content-length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\r\nX-Other: a: b\r\n\r\n",
    ],
)
def test_other_spellings_of_the_header_are_accepted(head: bytes, processes: Processes) -> None:
    body = json.dumps(request("cache.stats")).encode()
    done = processes.run("serve", "--sandbox", input=(head % len(body) + body) * 2)
    assert [a["id"] for a in unframed(done.stdout, "headers") if "result" in a]


@pytest.mark.parametrize(
    "head",
    [
        *[b"Content-Length: \r\n\r\n", b"Content-Length: -5\r\n\r\n"],
        *[b"Content-Length: +5\r\n\r\n", b"Content-Length: 0x5\r\n\r\n"],
        *[b"Content-Length: 5 5\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n"],
        *[b"Content-Length: 5\r\nContent-Length: 5\r\n\r\n", b"Content-Type: text\r\n\r\n"],
        b"X-Padding: " + b"x" * 5000 + b"\r\n\r\n",
    ],
)
def test_an_invalid_header_gives_a_parse_error_and_ends_the_connection(
    head: bytes, processes: Processes
) -> None:
    done = processes.run("serve", "--sandbox", input=head + b"hello" + framed(SUMMARY, "headers"))
    [answer] = unframed(done.stdout, "headers")
    assert (answer["id"], answer["error"]["code"]) == (None, -32700) or (
        # A numeric length is reported as a message that is too long.
        b"9999" in head and answer["error"]["code"] == -32600
    )
    assert done.returncode == 0


def test_a_line_that_is_not_json_does_not_end_the_connection(processes: Processes) -> None:
    done = processes.run("serve", "--sandbox", input=b"{nonsense\n" + framed(SUMMARY))
    found = answers(done.stdout)
    assert found[None]["error"]["code"] == -32700 and "result" in found[1]


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b"\x16\x03\x01\x02\x00", b"<", b"\x00"])
def test_a_first_byte_of_neither_framing_gives_a_parse_error_as_a_line(
    start: bytes, processes: Processes
) -> None:
    done = processes.run("serve", "--sandbox", input=start + framed(SUMMARY))
    [answer] = unframed(done.stdout)
    assert answer["error"]["code"] == -32700


@pytest.mark.parametrize("verb", ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
def test_an_http_request_gets_no_response(verb: str, processes: Processes) -> None:
    body = framed(SUMMARY)
    head = f"{verb} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    done = processes.run("serve", "--sandbox", input=head.encode() + body)
    assert done.stdout == b"" and done.returncode == 0


@pytest.mark.parametrize("framing", ["headers", "lines"])
def test_a_message_over_the_limit_is_refused_and_the_connection_closed(
    framing: str, processes: Processes
) -> None:
    long = request("cache.stats", {"x": "y" * 3000})
    done = processes.run(
        *["serve", "--sandbox", "--max-message-bytes", "2048"],
        input=framed(long, framing) + framed(SUMMARY, framing),
    )
    [answer] = unframed(done.stdout, framing)
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)


def test_an_excessive_length_is_refused_before_the_body_arrives(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio("headers")
    server.send_bytes(b"Content-Length: 17000000000\r\n\r\n")
    assert server.receive()["error"]["code"] == -32600
    assert server.receive() is None


def test_bytes_may_arrive_one_at_a_time(processes: Processes) -> None:
    for framing in ("headers", "lines"):
        server = processes.popen("serve", "--sandbox").stdio(framing)
        for byte in framed(request("cache.stats", {}, "ü"), framing):
            server.send_bytes(bytes([byte]))
        assert server.receive_answer()["id"] == "ü"


def test_an_abandoned_frame_gives_a_parse_error_and_ends_the_connection(
    processes: Processes
) -> None:
    parts: List[Any] = [("lines", b'{"jsonrpc"'), ("headers", b"Content-Length: 50\r\n\r\n{")]
    for framing, begun in parts:
        server = processes.popen("serve", "--sandbox", "--idle-frame-timeout", "0.2")
        connection = server.stdio(framing)
        connection.send_bytes(begun)
        assert connection.receive()["error"]["code"] == -32700
        assert connection.receive() is None
        assert server.wait() == 0
