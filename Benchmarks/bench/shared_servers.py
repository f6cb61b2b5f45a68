"""`bench shared`: what GitHub is asked by several servers, with and without a shared cache.

Requests are counted by the sandbox and calls of the engine by the engine, so they are the same
with every build. Only the times that `--times` adds need the optimized one.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from .plot import bars
from .workplace import Workplace

# Workplace has put Tests on the path.
from harness.engines import Engine, Engines, Monitor  # isort: skip
from harness.fleet import Fleet, ask_all, until  # isort: skip
from harness.wire import Connection, StreamConnection  # isort: skip

SERVERS = (1, 2, 5, 16)
#: Profile and three pages.
SUMMARY = {"login": "exactly-250"}
LATENCY = 200
TIMED = 100
#: Questions that one server asks alone.
EACH = 5
#: Passes over the results that a server keeps, to the responses.
ANY_AGE = {"maxAge": 31_536_000}


class SharedServers:
    def __init__(self, workplace: Workplace) -> None:
        self.workplace = workplace
        self.processes = workplace.processes
        self.folder = workplace.files
        self.engines = Engines(self.folder)
        self._fleets = 0

    def fleet(self, engine: Optional[Engine], *flags: str) -> Fleet:
        self._fleets += 1
        folder = self.folder / f"f{self._fleets}"
        folder.mkdir()
        sandbox = self.processes.start_sandbox("--rate-limit", "1000000", *flags)
        return Fleet(self.processes, sandbox, engine.url if engine else None, folder)

    def end(self, fleet: Fleet) -> None:
        for server in fleet.servers:
            server.process.terminate()
        for server in fleet.servers:
            server.wait()

    def count(self, servers: int, askers: int, is_shared: bool) -> Tuple[int, float]:
        """Requests to GitHub for one summary, and each server's calls of the engine for one."""
        engine = self.engines.start() if is_shared else None
        fleet = self.fleet(engine, "--latency", str(LATENCY))
        fleet.start(servers)
        connections = [fleet.connect(fleet.servers[index % servers]) for index in range(askers)]
        monitor = Monitor(engine) if engine else None
        answers = ask_all(connections, SUMMARY)
        assert {answer["result"]["totalRepositories"] for answer in answers} == {250}
        for connection in connections:
            connection.close()
        requests, calls = fleet.sandbox.requests, 0
        if engine and monitor:
            until(lambda: sum(fleet.shared(one)["fills"] for one in fleet.servers) == requests)
            calls = monitor.questions()
            monitor.close()
        self.end(fleet)
        if engine:
            engine.stop()
        return requests, calls / requests / servers

    def steady_calls(self, servers: int) -> float:
        """Calls of the engine for each request, where every server asks for something else."""
        engine = self.engines.start()
        fleet = self.fleet(engine)
        fleet.start(servers)
        questions = 0
        monitor = Monitor(engine)
        for index, server in enumerate(fleet.servers):
            with fleet.connect(server) as connection:
                for number in range(EACH):
                    connection.result("search.users", question(EACH * index + number))
                    questions += 1
            until(lambda: fleet.shared(server)["fills"] == EACH)
        calls = monitor.questions()
        assert fleet.sandbox.requests == questions
        monitor.close()
        self.end(fleet)
        engine.stop()
        return calls / questions

    def times(self) -> Dict[str, float]:
        """Median milliseconds of a hit, by the place where the response is.

        The C program sends the same bytes without any work; the rest of its time is the client's.
        """
        engine = self.engines.start()
        fleet = self.fleet(engine)
        path = str(self.folder / "times.sqlite")
        (first,) = fleet.start(cache=path)
        self.ask(fleet, 0)
        until(lambda: fleet.shared(first)["fills"] == TIMED)
        found = {
            "C floor": self.floor(fleet),
            "result in memory": statistics.median(self.ask(fleet, 0)),
        }
        first.process.terminate()
        first.wait()
        fleet.start(cache=path)
        found["response in the file"] = statistics.median(self.ask(fleet, 1, **ANY_AGE))
        fleet.start()
        found["response in the engine"] = statistics.median(self.ask(fleet, 2, **ANY_AGE))
        assert fleet.sandbox.requests == TIMED
        self.end(fleet)
        engine.stop()
        return found

    def floor(self, fleet: Fleet) -> float:
        with fleet.connect(fleet.servers[0]) as connection:
            result = connection.result("search.users", question(0))
        path = self.workplace.write("hit.json", json.dumps(result, separators=(",", ":")))
        command = [self.workplace.tool("floor"), path]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            times = timed(StreamConnection(process))
            process.terminate()
        return statistics.median(times)

    def trouble(self) -> Dict[str, Tuple[float, float]]:
        """The longest and the median milliseconds of new questions while the engine is gone."""
        found = {}
        for name in ("without the flag", "absent", "stopped"):
            engine = None if name == "without the flag" else self.engines.start()
            fleet = self.fleet(engine)
            (server,) = fleet.start()
            if engine:
                until(lambda: fleet.shared(server)["state"] == "up")
                engine.stop() if name == "absent" else engine.suspend()
            times = self.ask(fleet, 0)
            assert fleet.sandbox.requests == TIMED
            found[name] = (max(times), statistics.median(times))
            self.end(fleet)
            if engine:
                engine.stop()
        return found

    def ask(self, fleet: Fleet, server: int, **more: int) -> List[float]:
        with fleet.connect(fleet.servers[server]) as connection:
            connection.result("cache.stats")
            return timed(connection, **more)


def timed(connection: Connection, **more: int) -> List[float]:
    """Milliseconds of each answer, one question at a time."""
    times = []
    for number in range(TIMED):
        begin = time.perf_counter()
        connection.result("search.users", {**question(number), **more})
        times.append((time.perf_counter() - begin) * 1000)
    return times


def question(number: int) -> Dict[str, object]:
    """One that is answered by one response."""
    return {"query": f"q{number}", "perPage": 5}


def run(workplace: Workplace, askers: int, svg: Optional[Path], with_times: bool) -> None:
    """Prints the counts, and draws those of requests."""
    shared = SharedServers(workplace)
    rows: List[Tuple[str, float]] = []
    print(f"user.summary of 250 repositories, {askers} askers at once for each server:")
    print("servers  requests alone  with --shared-cache  calls of the engine per server and request")
    print("                                              all ask the same  each asks something else")
    try:
        for servers in SERVERS:
            alone, _ = shared.count(servers, askers * servers, False)
            together, calls = shared.count(servers, askers * servers, True)
            steady = shared.steady_calls(servers)
            print(f"{servers:7} {alone:15} {together:20} {calls:17.1f} {steady:25.1f}", flush=True)
            name = f"{servers} server{'s' if servers > 1 else ''}"
            rows += [(f"{name}, each alone", alone), (f"{name}, --shared-cache", together)]
        if with_times:
            print("A hit, median ms:")
            for name, median in shared.times().items():
                print(f"  {name:22} {median:7.3f}")
            print("New questions while the engine is gone, longest and median ms:")
            for name, (longest, median) in shared.trouble().items():
                print(f"  {name:22} {longest:7.1f} {median:7.2f}")
        else:
            print("Counts only: they do not depend on how the server was built.")
    finally:
        shared.engines.end()
    if svg:
        svg.write_text(bars("Requests to GitHub for one summary", "", rows, "--shared-cache"))
