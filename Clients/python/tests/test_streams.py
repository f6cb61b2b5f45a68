"""Closing a stream while threads use its descriptors."""

import os
import socket
import threading
from pathlib import Path

from gitxplorer.address import parse_address
from gitxplorer.streams import ProcessStream, SocketStream, Stream, _Use
from harness.waiting import until


def reading(stream: Stream, use: _Use) -> tuple[threading.Thread, list[bytes]]:
    """A thread that waits for bytes, and the bytes that it gets."""
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(stream.read()), daemon=True)
    reader.start()
    until(lambda: use.users == 1)
    return reader, read


def test_a_pipe_stays_open_while_it_is_being_read(tmp_path: Path) -> None:
    """Otherwise another file could get the descriptor, and the reader would read from it."""
    # The server ends, but its child keeps its stdout open until the FIFO is opened.
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    stream = ProcessStream(["sh", "-c", 'cat "$0" &', str(fifo)], None, None)
    assert stream.process.stdout is not None
    reader, read = reading(stream, stream._reading)
    stream.end_output()
    stream.close()
    assert not stream.process.stdout.closed
    fifo.open("wb").close()
    reader.join()
    assert (read, stream.process.stdout.closed) == ([b""], True)


def test_a_socket_is_closed_when_no_thread_uses_it(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        listener.listen()
        stream = SocketStream(parse_address(f"unix:{tmp_path}/s"), None)
        reader, read = reading(stream, stream._use)
        stream.close()
        reader.join()
    assert (read, stream.socket.fileno()) == ([b""], -1)


def test_a_signal_handler_may_close_the_stream_it_interrupted() -> None:
    stream = ProcessStream(["cat"], None, None)
    assert stream.process.stdin is not None
    with stream._writing:
        stream.end_output()
        assert not stream.process.stdin.closed
    assert stream.process.stdin.closed
    assert stream.read() == b""
    stream.close()
