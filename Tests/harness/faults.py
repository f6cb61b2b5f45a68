"""Runs a session in which one call of the server to the system fails (``faults.c``).

As SQLite's own tests do, a sweep lets the first call fail, then the second, and so on, until a
session ends without reaching the fault.
"""

from __future__ import annotations

import json
import mmap
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .environment import clean_environment
from .files import watch
from .wire import framed, request

#: The errors of each family of calls, from the manual pages. A short count is not an error.
#: The families are in the order of ``faults.c``.
ERRORS: Dict[str, List[str]] = {
    "open": ["EIO", "ENOSPC", "EMFILE", "ENOMEM"],
    "read": ["EIO", "EAGAIN", "short"],
    "pread": ["EIO", "short"],
    "pwrite": ["EIO", "ENOSPC", "short"],
    "ftruncate": ["EIO", "ENOSPC"],
    "fsync": ["EIO", "ENOSPC"],
    "mmap": ["ENOMEM"],
    "pthread_create": ["EAGAIN"],
    "connect": ["EAGAIN"],
    "write": ["EIO", "ENOSPC", "EAGAIN", "short"],
    "socket": ["EMFILE", "ENOMEM"],
}

#: A ready descriptor does not give EAGAIN for ever.
ONLY_ONCE = [("read", "EAGAIN"), ("write", "EAGAIN")]

#: The session. Each request is sent when the previous one has been answered.
REQUESTS: List[Tuple[str, Any]] = [
    ("user.summary", {"login": "octocat"}),
    ("user.summary", {"login": "octocat"}),
    ("repos.list", {"login": "octocat"}),
    ("repo.stargazers", {"owner": "octocat", "name": "Hello-World"}),
    ("user.avatar", {"login": "octocat"}),
    ("cache.stats", None),
    ("cache.clear", {"login": "octocat"}),
    ("user.summary", {"login": "no-repositories"}),
]

#: Requests whose results depend only on GitHub's data.
LASTING = [number for number, (method, _) in enumerate(REQUESTS) if not method.startswith("cache.")]

CLEAR = [method for method, _ in REQUESTS].index("cache.clear")

#: Seconds for a response or an end. A server that must end has 8 seconds.
PATIENCE = 20.0

#: A shortage of these ends after ``SHORTAGE`` seconds without an answer: libdispatch, and clients in
#: the kernel's queue, wait for its end.
SHORTAGES = ("pthread_create", "socket")
SHORTAGE = 1.5

#: What a dependency prints at a trap that cannot be prevented, by family and transport. In an
#: optimized build it prints nothing.
TRAPS = {
    # `ServerBootstrap` only takes SwiftNIO's own groups, which start their threads themselves. The
    # server has just tried to start as many.
    ("pthread_create", "socket"): "Precondition failed: Unable to create thread",
}

TOKEN = {"GITXPLORER_TOKEN": "ghp_faultsfaultsfaultsfaultsfaults0123"}


@dataclass(frozen=True)
class Fault:
    """The ``number``-th call of a family fails, and later ones too if the fault persists."""

    family: str
    error: str
    goes_on: bool
    number: int

    def __str__(self) -> str:
        return f"{self.family} {self.number} {self.error} {'on' if self.goes_on else 'once'}"


def kinds() -> Iterator[Tuple[str, str, bool]]:
    """Every family, error and shape of a fault."""
    for family, errors in ERRORS.items():
        for error in errors:
            yield family, error, False
            if (family, error) not in ONLY_ONCE:
                yield family, error, True


class Violation(AssertionError):
    """Behavior of a session that no fault excuses."""


class Report:
    """The report of ``faults.c``, in a file that both map."""

    SIZE = 320

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_bytes(bytes(self.SIZE))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), self.SIZE)

    @property
    def calls(self) -> Dict[str, int]:
        """How many calls of each family could have failed."""
        return dict(zip(ERRORS, struct.unpack_from(f"{len(ERRORS)}q", self._map)))

    def _number(self, index: int) -> int:
        return struct.unpack_from("q", self._map, 8 * (len(ERRORS) + index))[0]

    @property
    def faults(self) -> int:
        return self._number(0)

    def end_fault(self) -> None:
        struct.pack_into("q", self._map, 8 * (len(ERRORS) + 1), 1)

    def begin_fault(self) -> None:
        """Undoes ``end_fault``."""
        struct.pack_into("q", self._map, 8 * (len(ERRORS) + 1), 0)

    @property
    def silenced(self) -> bool:
        """Whether a write to standard error failed."""
        return self._number(2) > 0

    @property
    def disturbed(self) -> bool:
        """Whether a transfer over a socket or a pipe failed."""
        return self._number(3) > 0

    @property
    def first(self) -> str:
        """The call that failed first, with its descriptor and file."""
        return self._map[8 * (len(ERRORS) + 4) :].split(b"\0")[0].decode(errors="replace")

    def close(self) -> None:
        self._map.close()


@dataclass
class Outcome:
    """How a correct session ended."""

    #: "answered", "errors" (a request was answered with an error), "ended" (with a sentence) or
    #: "gone" (the streams failed, which looks as if the client had gone).
    how: str
    calls: Dict[str, int]
    first: str
    answers: List[Any] = field(default_factory=list)
    log: str = ""


@dataclass(frozen=True)
class Place:
    """Resources that the sessions of one worker share."""

    binary: str
    library: Path
    upstream: str
    folder: Path
    #: A password file and an engine's URL, if there is a shared cache.
    engine: Optional[Tuple[str, Path]] = None


class Session:
    """One server with a fault, its client, and the start after it."""

    def __init__(
        self, place: Place, transport: str, fault: Optional[Fault],
        expected: Optional[List[Any]], kept: Optional[Path],
    ) -> None:  # fmt: skip
        """``expected`` are the answers without a fault, ``kept`` is a cache file to begin with."""
        self.place = place
        self.transport = transport
        self.fault = fault
        self.expected = expected
        self.kept = kept
        self.folder = place.folder / "session"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.cache = self.folder / "cache.sqlite"
        if kept is not None:
            shutil.copy(kept, self.cache)
        self.report = Report(self.folder / "report")
        text = str(fault or Fault("open", "EIO", False, 0))
        self.environment = {
            **clean_environment(self.folder), "SWIFT_BACKTRACE": "enable=no",
            **(TOKEN if place.engine else {}),
        }  # fmt: skip
        self.faulty = {
            "LD_PRELOAD": str(place.library),
            "TEST_FAULT": text,
            "TEST_FAULT_FILE": str(self.report.path),
        }
        self.errors = self.folder / "stderr"
        self.answers: List[Any] = []
        self.buffer = b""
        self.lost = 0

    def flags(self) -> List[str]:
        flags = ["--api-url", self.place.upstream, "--cache", str(self.cache)]
        if self.place.engine:
            url, secret = self.place.engine
            flags += ["--shared-cache", url, "--shared-cache-password-file", str(secret)]
        return flags

    @property
    def log(self) -> str:
        return self.errors.read_text(errors="replace")

    def run(self) -> Outcome:
        ready = self.folder / "ready"
        listener = ["--socket", str(self.folder / "s")] if self.transport == "socket" else []
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [self.place.binary, "serve", *self.flags(), *listener,
                 "--upstream-timeout", "5", "--ready-file", str(ready)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0,
                env={**self.environment, **self.faulty},
            )  # fmt: skip
        self.pidfd = os.pidfd_open(self.process.pid)
        self.socket: Optional[socket.socket] = None
        try:
            return self._run(ready)
        except Violation as violation:
            raise Violation(
                f"{self.transport}, {'engine' if self.place.engine else 'alone'}, {self.fault}: "
                f"{violation}\n  answers: {len(self.answers)}\n  first: {self.report.first}\n"
                f"  status: {self.process.poll()}\n  stderr: {self.log[:1500]}"
            ) from None
        finally:
            self.process.kill()
            self.process.wait()
            os.close(self.pidfd)
            self.process.stdin.close()
            self.process.stdout.close()
            if self.socket:
                self.socket.close()
            self.report.close()

    def _run(self, ready: Path) -> Outcome:
        serves = True
        if self.transport == "socket":
            serves = self._is_ready(ready)
        if serves:
            serves = self._ask_all()
        if serves:
            if self.transport == "socket":
                self.process.send_signal(signal.SIGTERM)
            else:
                self._end_stdio()
        status = self._end()
        outcome = self._judge(status, serves)
        self._start_again()
        return outcome

    # The start.

    def _is_ready(self, ready: Path) -> bool:
        """Waits until the server listens; false if it has ended."""
        with watch(self.folder) as descriptor:
            while not (ready.exists() and ready.read_text()):
                if self._wait(descriptor, self.pidfd) == self.pidfd:
                    return False
                os.read(descriptor, 65536)
        return True

    def _wait(self, *descriptors: int) -> int:
        """The first descriptor that can be read."""
        end = time.monotonic() + PATIENCE
        shortage = time.monotonic() + SHORTAGE
        poll = select.poll()
        for descriptor in descriptors:
            poll.register(descriptor, select.POLLIN)
        while True:
            now = time.monotonic()
            passes = self.fault and self.fault.family in SHORTAGES
            until = shortage if passes and now < shortage else end
            found = poll.poll(max(0, until - now) * 1000)
            if found:
                ready = [descriptor for descriptor, _ in found]
                return next(one for one in descriptors if one in ready)
            if until == end:
                raise Violation(f"nothing came for {PATIENCE:.0f} s")
            self.report.end_fault()

    # The client.

    def _ask_all(self) -> bool:
        """Sends the requests; false if the server ends before it has answered all.

        A client whose connections are closed again and again gives up.
        """
        for number, (method, params) in enumerate(REQUESTS):
            answer = None
            while answer is None:
                if self.transport == "socket" and self.socket is None:
                    if self.lost == 3:
                        return True
                    if not self._connect():
                        return False
                answer = self._ask(request(method, params, number))
                if answer is not None:
                    break
                if self.transport == "stdio":
                    return False
                self._lose()
            self._check(number, answer)
            self.answers.append(answer)
        return True

    def _connect(self) -> bool:
        self.socket = socket.socket(socket.AF_UNIX)
        self.buffer = b""
        try:
            self.socket.connect(str(self.folder / "s"))
        except OSError:
            return False
        return True

    def _lose(self) -> None:
        """A connection was closed, which only a fault of a stream excuses."""
        if not self.report.disturbed:
            raise Violation("the connection was closed before the answer")
        self.lost += 1
        self.socket.close()
        self.socket = None

    def _ask(self, message: Any) -> Any:
        data = framed(message)
        try:
            if self.socket:
                self.socket.sendall(data)
            else:
                self.process.stdin.write(data)
        except (BrokenPipeError, ConnectionResetError):
            return None
        return self._receive()

    def _receive(self) -> Any:
        """The next response, or None at the end of the stream."""
        source = self.socket.fileno() if self.socket else self.process.stdout.fileno()
        while b"\n" not in self.buffer:
            if self._wait(source, self.pidfd) == self.pidfd:
                # The rest of the stream, then its end.
                pass
            try:
                data = os.read(source, 1 << 16)
            except ConnectionResetError:
                data = b""
            if not data:
                if self.buffer and not self.report.disturbed:
                    raise Violation(f"the output ends inside a frame: {self.buffer[-100:]!r}")
                return None
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            return json.loads(line)
        except ValueError:
            raise Violation(f"no JSON: {line[:200]!r}") from None

    def _check(self, number: int, answer: Any) -> None:
        if answer.get("id") != number:
            raise Violation(f"expected the answer {number}, got {str(answer)[:300]}")
        if "error" in answer:
            error = answer["error"]
            if error["code"] == -32603 or not error["message"].endswith("."):
                raise Violation(f"answer {number} is {answer}")
        elif self.expected and number in LASTING:
            if content(answer) != content(self.expected[number]):
                raise Violation(f"answer {number} is wrong: {str(answer)[:500]}")

    def _end_stdio(self) -> None:
        answer = self._ask(request("shutdown", None, "end"))
        if answer is None:
            return
        if "result" not in answer or answer["id"] != "end":
            raise Violation(f"shutdown was answered with {answer}")
        try:
            self.process.stdin.write(framed({"jsonrpc": "2.0", "method": "exit"}))
        except BrokenPipeError:
            pass
        if self._receive() is not None:
            raise Violation("an answer too many")

    # The end.

    def _end(self) -> int:
        self._wait(self.pidfd)
        return self.process.wait()

    def _judge(self, status: int, served: bool) -> Outcome:
        log = self.log
        sentences = [line for line in log.splitlines() if line.startswith("gitxplorer: ")]
        trap = self.fault and TRAPS.get((self.fault.family, self.transport))
        # A debug build names the file at each trap.
        is_silent = status == -signal.SIGILL and ".swift:" not in log
        if trap and (trap in log or is_silent) and not served:
            return Outcome("trapped", self.report.calls, self.report.first)
        if status < 0 or status > 127 or "Fatal error" in log:
            raise Violation(f"ended with status {status}")
        if not self.report.faults and (status != 0 or not served or log):
            raise Violation(f"without a fault: status {status}, served {served}")
        if status not in (0, 1, 64, 71) or len(sentences) > 1:
            raise Violation(f"ended with status {status} and {len(sentences)} sentences")
        if sentences and status == 0:
            raise Violation("a sentence but status 0")
        is_in_order = served and status == 0 or self.report.disturbed and status in (0, 1)
        if not is_in_order and not sentences and not self.report.silenced:
            raise Violation(f"ended with status {status} without a sentence")
        how = (
            "ended" if sentences or status > 1
            else "gone" if len(self.answers) < len(REQUESTS)
            else "errors" if any("error" in answer for answer in self.answers) else "answered"
        )  # fmt: skip
        return Outcome(how, self.report.calls, self.report.first, self.answers, log)

    # The next start.

    @property
    def is_untouched(self) -> bool:
        """Whether the server ended before it changed anything."""
        names = {path.name for path in self.folder.glob("cache.sqlite*")}
        if self.kept is None:
            return self.fault is not None and not names
        same = names == {"cache.sqlite"} and self.cache.read_bytes() == self.kept.read_bytes()
        return same and not self.answers

    def _start_again(self) -> None:
        """Without a fault everything works, whatever is in the file."""
        if not self.cache.exists() and self.fault is None:
            raise Violation("there is no file")
        if self.is_untouched:
            return
        done = self._clean("cache", "check", "--cache", str(self.cache))
        if self.cache.exists() and (done.returncode != 0 or done.stderr):
            raise Violation(f"check: {done.returncode} {done.stdout!r} {done.stderr!r}")
        if list(self.folder.glob("cache.sqlite.damaged-*")) and "damaged" not in self.log:
            raise Violation("a file was put aside without a word")
        requests = [request(*REQUESTS[number], number) for number in LASTING]
        # One after another: concurrently, the others could fetch what the first one needs.
        flags = [*self.flags(), "--max-in-flight", "1"]
        done = self._clean("serve", *flags, input=b"".join(map(framed, requests)))
        answers = sorted(map(json.loads, done.stdout.splitlines()), key=lambda one: one["id"])
        if done.returncode != 0 or done.stderr or len(answers) != len(requests):
            raise Violation(f"the next start: {done.returncode} {done.stderr!r} {len(answers)}")
        for answer in answers:
            if "error" in answer or (
                self.expected and content(answer) != content(self.expected[answer["id"]])
            ):
                raise Violation(f"the next start answers {str(answer)[:500]}")
        cleared = len(self.answers) > CLEAR and "result" in self.answers[CLEAR]
        if cleared and not self.place.engine and "cache is kept in memory" not in self.log:
            source = answers[0]["result"]["freshness"]["source"]
            if source != "network":
                raise Violation(f"what was cleared is there again: {source}")

    def _clean(self, *arguments: str, input: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        try:
            return subprocess.run(
                [self.place.binary, *arguments], input=input, capture_output=True,
                env=self.environment, timeout=PATIENCE,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise Violation(f"{arguments[0]} of the next start does not end") from None


def content(answer: Any) -> Any:
    """A result without the parts that differ between runs."""
    result = answer.get("result", answer)
    return {name: value for name, value in result.items() if name != "freshness"}
