"""A GitHub that says what a test wants, to the byte, and that records what it was asked."""

from __future__ import annotations

import socket
import threading
from typing import Callable, Dict, List, Optional, Sequence, Union

from .http_bytes import CutShort, Message, Stream, response
from .waiting import until


class Exchange:
    """One request that is being answered."""

    def __init__(self, upstream: "FakeUpstream", stream: Stream, request: Message) -> None:
        self.upstream = upstream
        self.stream = stream
        self.request = request
        self.is_read = False
        self.is_closed = False

    def read(self) -> bytes:
        """The body of the request, which arrives while this waits."""
        if not self.is_read:
            self.is_read = True
            self.request.body = b"".join(self.stream.pieces(self.request))
        return self.request.body

    def send(self, data: bytes) -> None:
        self.stream.send(data)

    def close(self) -> None:
        """Ends the connection after this exchange."""
        self.is_closed = True

    def wait_for_end(self) -> None:
        """Waits until the other side has closed the connection."""
        self.stream.rest()
        self.is_closed = True


#: The bytes of a response, which is sent when the request has arrived, or what does the work.
Answer = Union[bytes, Callable[[Exchange], None]]


class FakeUpstream:
    """Listens on 127.0.0.1 inside a ``with`` block.

    Answers are set by target, or by path without the query. Of several the first is for the first
    request and so on, and the last for all further ones.
    """

    def __init__(self, port: int = 0) -> None:
        self._listener = socket.create_server(("127.0.0.1", port), backlog=512)
        self.port: int = self._listener.getsockname()[1]
        self._answers: Dict[str, List[Answer]] = {}
        self._asked: List[Message] = []
        self._streams: List[Stream] = []
        self._lock = threading.Lock()
        self.connections = 0

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}"

    def on(self, target: str, *answers: Answer) -> str:
        """Sets the answers for a target, and returns it."""
        with self._lock:
            self._answers[target] = list(answers)
        return target

    def asked(self, target: str) -> List[Message]:
        """The requests for the target, or for the path."""
        with self._lock:
            return [each for each in self._asked if target in keys(each)]

    @property
    def requests(self) -> List[Message]:
        """All requests."""
        with self._lock:
            return list(self._asked)

    @property
    def targets(self) -> List[str]:
        """The targets of all requests."""
        with self._lock:
            return [each.target for each in self._asked]

    def wait_for(self, target: str, count: int = 1) -> None:
        """Waits until so many requests for the target have come."""
        until(lambda: len(self.asked(target)) >= count)

    def drop_connections(self) -> None:
        """Ends all connections, also those that wait for a request."""
        with self._lock:
            streams, self._streams = self._streams, []
        for stream in streams:
            shut(stream.socket)

    def __enter__(self) -> "FakeUpstream":
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Refuses connections from now on, and ends those that are open."""
        shut(self._listener)
        self._listener.close()
        self.drop_connections()

    @staticmethod
    def _start(work: Callable[..., None], *arguments: object) -> None:
        # Not waited for: an answer may wait for what a test that has failed never did.
        threading.Thread(target=work, args=arguments, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stream = Stream(connection)
            with self._lock:
                self.connections += 1
                self._streams.append(stream)
            self._start(self._serve, stream)

    def _serve(self, stream: Stream) -> None:
        try:
            with stream:
                while (request := stream.head()) is not None:
                    if not self._handle(stream, request):
                        shut(stream.socket)
                        return
        except (OSError, CutShort):
            pass  # The other side has gone.

    def _handle(self, stream: Stream, request: Message) -> bool:
        """Answers a request. Returns whether the connection stays open."""
        exchange = Exchange(self, stream, request)
        answer = self._answer_to(request)
        if isinstance(answer, bytes):
            exchange.read()
            exchange.send(answer)
        else:
            answer(exchange)
        if not exchange.is_closed:
            exchange.read()
        return not exchange.is_closed

    def _answer_to(self, request: Message) -> Answer:
        with self._lock:
            self._asked.append(request)
            for key in keys(request):
                answers = self._answers.get(key)
                if answers:
                    return answers.pop(0) if len(answers) > 1 else answers[0]
        return response(b'{"message":"Not Found"}', status="404 Not Found")


def keys(request: Message) -> Sequence[str]:
    return (request.target, request.target.partition("?")[0])


def shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # The other side has done so.


def then_close(data: bytes) -> Answer:
    """Sends these bytes when the request has arrived, and ends the connection."""

    def answer(exchange: Exchange) -> None:
        exchange.read()
        exchange.send(data)
        exchange.close()

    return answer


def then_wait(data: bytes) -> Answer:
    """Sends these bytes when the request has arrived, and then waits for the other side's end."""

    def answer(exchange: Exchange) -> None:
        exchange.read()
        exchange.send(data)
        exchange.wait_for_end()

    return answer


def pieces(head: bytes, *parts: bytes, go: Optional["threading.Semaphore"] = None) -> Answer:
    """Sends a head and then a part each time that ``go`` is released."""

    def answer(exchange: Exchange) -> None:
        exchange.read()
        exchange.send(head)
        for part in parts:
            if go is not None:
                go.acquire()
            exchange.send(part)

    return answer
