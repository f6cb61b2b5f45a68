"""`bench cache`: what a hit costs in a large file, and while the file is kept in its bound.

Both are ratios of one run: hits with 1,000,000 stored responses against hits with 1,000, and the
longest hit while responses are evicted against the longest one under the same load without.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from pathlib import Path
from typing import Any, Dict, List

from .workplace import Workplace

# Workplace has put Tests on the path.
from harness import cache_file  # isort: skip
from harness.wire import Connection, request  # isort: skip

#: Past the whole answers that a server keeps, into the file.
ANY_AGE = {"maxAge": 31_536_000}


def question(number: int) -> Dict[str, Any]:
    """One that is answered by one stored response."""
    return {"query": f"q{number}", "perPage": 5, **ANY_AGE}


class LargeCache:
    def __init__(self, workplace: Workplace) -> None:
        self.processes = workplace.processes
        self.folder = workplace.files
        self.sandbox = self.processes.start_sandbox("--rate-limit", "1000000000")

    def serve(self, path: Path, *flags: str) -> Any:
        always = ["--api-url", self.sandbox.url, "--cache", str(path)]
        return self.processes.serve(
            *always, *flags, "--socket", str(path) + ".socket", sandbox=False
        )

    def end(self, serving: Any) -> None:
        serving.process.terminate()
        serving.wait()

    def filled(self, count: int) -> Path:
        """A cache file with the answers to the first ``count`` questions."""
        path = self.folder / f"{count}.sqlite"
        serving = self.serve(path)
        with serving.connect("unix") as server:
            server.result("search.users", question(0))
        self.end(serving)
        file = cache_file.connect(path)
        others = ", ".join(cache_file.columns(file, "response")[1:])
        [(url,)] = file.execute("SELECT url FROM response WHERE url LIKE '%/search/%'").fetchall()
        before, after = url.split("q=q0")
        file.executemany(
            f"""
            INSERT INTO response (url, {others}, digest)
            SELECT ?1, {others}, digest128('response', ?1, {others}) FROM response WHERE id = 1
            """,
            ((f"{before}q=q{number}{after}",) for number in range(1, count)),
        )
        file.commit()
        file.close()
        return path

    def hit(self, count: int, samples: int = 3000) -> float:
        """The median time of a hit, in microseconds, at the client."""
        serving = self.serve(self.filled(count), "--offline", "--cache-max-bytes", str(1 << 40))
        draw = random.Random(1)
        times: List[float] = []
        with serving.connect("unix") as server:
            for turn in range(samples):
                params = question(draw.randrange(count))
                begin = time.perf_counter()
                server.result("search.users", params)
                # The first ones warm up what any server warms up once.
                if turn >= samples // 10:
                    times.append(time.perf_counter() - begin)
        self.end(serving)
        return statistics.median(times) * 1e6

    def longest_hit(self, maximum: int, stores: int = 1500) -> Dict[str, float]:
        """Times of hits, in milliseconds, while other connections have responses stored."""
        serving = self.serve(self.folder / f"bound-{maximum}", "--cache-max-bytes", str(maximum))
        times: List[float] = []
        done = threading.Event()

        def store() -> None:
            with serving.connect("unix") as server:
                load(server, stores)
            done.set()

        with serving.connect("unix") as server:
            params = {"login": "octocat", **ANY_AGE}
            server.result("user.summary", params)
            thread = threading.Thread(target=store)
            thread.start()
            while not done.is_set():
                begin = time.perf_counter()
                server.result("user.summary", params)
                times.append((time.perf_counter() - begin) * 1000)
            thread.join()
            stats = server.result("cache.stats")
        self.end(serving)
        times.sort()
        return {
            "evictions": stats["evictions"], "hits": len(times), "longest": times[-1],
            "99 of 100 within": times[len(times) * 99 // 100], "median": times[len(times) // 2],
        }  # fmt: skip


def load(server: Connection, count: int) -> None:
    """Has ``count`` pages of a hundred users fetched and stored, eight under way at once."""
    for first in range(0, count, 8):
        server.send(
            *(request("users.random", {"seed": first + n, "count": 100}, n) for n in range(8))
        )
        server.receive_answers(8)


def run(workplace: Workplace, large: int) -> None:
    """Prints what was measured; the large file has that many responses."""
    bench = LargeCache(workplace)
    for bound in (1 << 30, 2_000_000):
        measured = bench.longest_hit(bound)
        told = ", ".join(f"{name} {value:.4g}" for name, value in measured.items())
        print(f"hits under load in ms, bound {bound}: {told}", flush=True)
    small, much = bench.hit(1000), bench.hit(large)
    print(
        f"a hit with 1000 stored responses {small:.0f} us, "
        f"with {large} {much:.0f} us: {much / small:.2f} times"
    )
