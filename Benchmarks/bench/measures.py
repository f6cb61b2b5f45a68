"""The measures: each takes one value of every subject, and is called once a round."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

from .figures import Figures
from .instructions import count_start
from .proxy import ProxyMeasures
from .serving import Serving, pinned, resident_bytes, serve_floor, serve_gitxplorer
from .stored import STORED, write_cache_file
from .subjects import LOGIN, Subject, Subjects
from .upstream import Upstream
from .web import WebMeasures
from .workplace import Workplace

#: The processor of the server, and that of the generator where both work at once.
SERVER_CPU, OTHER_CPU = 0, min(1, (os.cpu_count() or 1) - 1)

CONNECTIONS = [1, 100, 2000]
PADDING = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]


class Measures:
    def __init__(
        self,
        workplace: Workplace,
        upstream: Upstream,
        subjects: Subjects,
        cache: str,
        quick: bool,
    ) -> None:
        self.workplace = workplace
        self.upstream = upstream
        self.subjects = subjects
        self.figures = Figures()
        self.scale = 10 if quick else 1
        self.cache = cache
        served = subjects.gitxplorer.command
        self.server = serve_gitxplorer(workplace, served, SERVER_CPU)
        self.floor = serve_floor(workplace, subjects.floor.command, SERVER_CPU)
        self.web = WebMeasures(
            workplace, served, subjects.requests, self.figures, SERVER_CPU, OTHER_CPU, self.scale
        )
        # The proxy's measures need the same programs.
        subjects.missing += self.web.missing
        self.proxy = ProxyMeasures(workplace, self.figures, SERVER_CPU, OTHER_CPU, self.scale)
        self.stored = {
            count: write_cache_file(workplace, upstream, count) for count in STORED
        }

    def round(self) -> None:
        self.renew()
        self.one_at_a_time()
        self.many_under_way()
        self.web.round()
        self.proxy.round()
        self.starts()
        self.connections()
        self.message_length()
        self.stored_responses()
        self.cold()

    def renew(self) -> None:
        """Refreshes the responses that must be fresh; they then stay fresh for five minutes."""
        for login, path in [
            (LOGIN, self.cache),
            *[("octocat", path) for path in self.stored.values()],
        ]:
            self.upstream.call("user.summary", {"login": login, "refresh": True}, path)

    def one_at_a_time(self) -> None:
        """Microseconds of a round trip, client and server on one processor."""
        subjects = self.subjects
        ours = [subjects.floor, subjects.gitxplorer, subjects.floor_lines, subjects.gitxplorer_lines]
        for subject in [*ours, *subjects.peers]:
            measured = self._load(subject, subject.count, cpu=SERVER_CPU)
            self.figures.add(f"{subject.name}, stdio", measured["microseconds"]["p50"])
            if subject in ours:
                self.figures.add(f"{subject.name}, CPU", measured["serverMicroseconds"])
                self.figures.add("generator", measured["generatorMicroseconds"])
        for name, serving in self._sockets().items():
            measured = self._load_socket(serving, 40_000, cpu=SERVER_CPU)
            self.figures.add(f"{name}, Unix", measured["microseconds"]["p50"])

    def many_under_way(self) -> None:
        """Requests a second with 64 under way, the server alone on its processor."""
        subjects = self.subjects
        for subject in [subjects.floor, subjects.gitxplorer, *subjects.peers]:
            if subject.answers_errors:
                continue
            measured = self._load(subject, subject.count * 2, cpu=OTHER_CPU, depth=64)
            self.figures.add(f"{subject.name}, 64", measured["perSecond"])
        for name, serving in self._sockets().items():
            measured = self._load_socket(
                serving, 80_000, cpu=OTHER_CPU, depth=64, connections=8
            )
            self.figures.add(f"{name}, 8 x 64", measured["perSecond"])

    def starts(self) -> None:
        """Milliseconds from starting a process to its first answer."""
        for subject in [self.subjects.floor, self.subjects.gitxplorer, *self.subjects.peers]:
            requests = subject.first or (subject is self.subjects.floor and subject.requests)
            if not requests:
                continue
            measured = self.workplace.load(
                requests,
                *subject.command,
                environment=subject.environment,
                framing=subject.framing,
                starts=10,
                errors=True,
            )
            self.figures.add(f"{subject.name}, start", measured["microseconds"]["p50"] / 1000)

    def connections(self) -> None:
        """Processor time of the server a request, one under way, all connections in turn."""
        for count in CONNECTIONS:
            for name, serving in self._sockets().items():
                measured = self._load_socket(
                    serving,
                    20_000,
                    cpu=SERVER_CPU,
                    rotate=True,
                    connections=count,
                    warmup=2 * count,
                    server_pid=serving.pid,
                )
                value = measured["serverMicroseconds"]
                self.figures.add(f"{name}, {count} connections", value)

    def message_length(self) -> None:
        """Nanoseconds of the server's processor a byte of one long request."""
        for padding in PADDING:
            message = {
                "method": "user.summary",
                "params": {"login": LOGIN},
                "padding": "x" * padding,
            }
            requests = self.workplace.requests("long.txt", message)
            gitxplorer = self.subjects.gitxplorer
            measured = self.workplace.load(
                requests,
                *gitxplorer.command,
                cpu=SERVER_CPU,
                server_cpu=SERVER_CPU,
                requests=max(20, min(2000, 20_000_000 // padding) // self.scale),
                warmup=5,
            )
            bytes_each = measured["requestBytes"]
            value = measured["serverMicroseconds"] * 1000 / bytes_each
            self.figures.add(f"{padding} bytes", value)
            self.figures.add(f"{padding} bytes, whole", measured["serverMicroseconds"])

    def stored_responses(self) -> None:
        """Microseconds of an answer from stored responses that is not kept as a whole."""
        # Each differs in its params, so that none is found as a whole.
        messages = [
            {"method": "user.summary", "params": {"login": "octocat", "maxAge": 1_000_000 + n}}
            for n in range(1000)
        ]
        requests = self.workplace.requests("stored.txt", *messages)
        for count, path in self.stored.items():
            measured = self.workplace.load(
                requests,
                *(self.workplace.server, "serve", *self.upstream.flags),
                *("--cache", path, "--cache-max-bytes", "10000000000"),
                cpu=SERVER_CPU,
                server_cpu=SERVER_CPU,
                requests=2000 // self.scale,
                warmup=50,
            )
            self.figures.add(f"{count} stored", measured["microseconds"]["p50"])

    def cold(self) -> None:
        """Milliseconds of a summary of 1,000 repositories, and of curl and jq for the same."""
        command = [self.workplace.server, "call", *self.upstream.flags, "--cache", ":memory:"]
        command += ["user.summary", '{"login":"exactly-1000"}']
        self.figures.add("GitXplorer, cold", self._milliseconds(command))
        url = f"{self.upstream.url}/users/exactly-1000"
        script = (
            f"cd {self.workplace.files} && curl -f --no-progress-meter --compressed --parallel --parallel-max 8"
            f" '{url}/repos?per_page=100&page=[1-10]' -o 'page-#1.json' {url} -o profile.json"
            " && jq -s '[.[][].stargazers_count] | add' page-*.json > stars.txt"
        )
        self.figures.add("curl and jq, cold", self._milliseconds(["sh", "-c", script]))

    def once(self) -> None:
        """What needs no rounds: the sizes of the process and its file, and its instructions."""
        for _ in range(3):
            self._memory_of_answers()
            self._memory_of_connections()
            self.web.memory_of_idle()
            self.figures.add("megabytes of --version", self._most_resident("--version") / 1e6)
        self.figures.add("megabytes of the binary", Path(self.workplace.server).stat().st_size / 1e6)
        started = count_start(self.workplace, self.upstream)
        self.figures.add("million instructions of the start", started / 1e6)

    def _most_resident(self, *arguments: str) -> int:
        """The most bytes that a short command has resident.

        The kernel counts the memory of the process that starts the command too, until it does so: a
        bare Python has less than GitXplorer.
        """
        script = (
            "import os, subprocess, sys\n"
            "started = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
            "print(os.wait4(started.pid, 0)[2].ru_maxrss)\n"
        )
        command = [sys.executable, "-I", "-S", "-c", script, self.workplace.server, *arguments]
        return int(subprocess.check_output(command)) * 1024

    def _memory_of_answers(self) -> None:
        cache = str(self.workplace.files / f"answers-{time.monotonic_ns()}.sqlite")
        logins = self._logins(1000)
        messages = [{"method": "user.summary", "params": {"login": login}} for login in logins]
        requests = self.workplace.requests("thousand.txt", *messages)
        command = [self.workplace.server, "serve", *self.upstream.flags, "--cache", cache]
        serving = serve_gitxplorer(self.workplace, command, SERVER_CPU)
        self.figures.add("megabytes at first", resident_bytes(serving.pid) / 1e6)
        self.workplace.load(requests, unix=serving.path, requests=1000, warmup=0, depth=8)
        self.figures.add("megabytes after 1,000 answers", resident_bytes(serving.pid) / 1e6)
        self.workplace.stop(serving.process)

    def _logins(self, count: int) -> List[str]:
        logins: List[str] = []
        while len(logins) < count:
            params = {"count": 100, "seed": len(logins)}
            answer = self.upstream.call("users.random", params, ":memory:")
            logins += [user["login"] for user in answer["users"]]
        return logins[:count]

    def _memory_of_connections(self) -> None:
        for name, make, command in [
            ("GitXplorer", serve_gitxplorer, self.subjects.gitxplorer.command),
            ("C floor", serve_floor, self.subjects.floor.command),
        ]:
            serving = make(self.workplace, command, SERVER_CPU)
            self._load_socket(serving, 1000)
            before = resident_bytes(serving.pid)
            clients = []
            for _ in range(1000):
                client = socket.socket(socket.AF_UNIX)
                client.connect(serving.path)
                clients.append(client)
            for client in clients:
                client.sendall(b'{"jsonrpc":"2.0","id":1,"method":"user.summary",')
                client.sendall(b'"params":{"login":"%s"}}\n' % LOGIN.encode())
            for client in clients:
                with client.makefile("rb") as answers:
                    answers.readline()
            grown = resident_bytes(serving.pid) - before
            self.figures.add(f"{name}, bytes a connection", grown / len(clients))
            for client in clients:
                client.close()
            self.workplace.stop(serving.process)

    def _sockets(self) -> Dict[str, Serving]:
        return {"C floor": self.floor, "GitXplorer": self.server}

    def _load(self, subject: Subject, requests: int, **options: Any) -> Dict[str, Any]:
        count = max(50, requests // self.scale)
        return self.workplace.load(
            subject.requests,
            *subject.command,
            environment=subject.environment,
            requests=count,
            warmup=max(20, count // 10),
            server_cpu=SERVER_CPU,
            timeout=300,
            **{**subject.options, **options},
        )

    def _load_socket(self, serving: Serving, requests: int, **options: Any) -> Dict[str, Any]:
        count = max(50, requests // self.scale)
        return self.workplace.load(
            self.subjects.requests,
            unix=serving.path,
            requests=count,
            **{"warmup": 1000, **options},
        )

    @staticmethod
    def _milliseconds(command: List[str]) -> float:
        times = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times.append(time.perf_counter() - start)
        return sorted(times)[2] * 1000
