"""``make faults``: every fault of every kind, in sessions over stdio and over a socket, with and
without a shared cache."""

from __future__ import annotations

import argparse
import os
import queue
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

from .engines import Engine, Engines, password
from .environment import clean_environment
from .faults import Fault, Outcome, Place, Session, Violation, kinds
from .preload import compiled
from .processes import Processes

TRANSPORTS = ("stdio", "socket")


@dataclass(frozen=True)
class Kind:
    """All faults of one family, error and shape, in one kind of session."""

    transport: str
    shares: bool
    family: str
    error: str
    goes_on: bool

    def fault(self, number: int) -> Fault:
        return Fault(self.family, self.error, self.goes_on, number)

    @property
    def row(self) -> Tuple[str, str]:
        return self.family, f"{self.error} {'on' if self.goes_on else 'once'}"


def all_kinds() -> List[Kind]:
    return [
        Kind(transport, shares, *kind)
        for transport in TRANSPORTS
        for shares in (False, True)
        for kind in kinds()
    ]


class Bench:
    """A sandbox, engines and cache files that the sessions of one run share."""

    def __init__(self, binary: str, folder: Path, workers: int, shares: bool = True) -> None:
        self.processes = Processes([binary, "serve"], clean_environment(folder), folder)
        self.engines = Engines(folder)
        upstream = self.processes.start_sandbox("--rate-limit", "1000000")
        library = compiled("faults", folder)
        secret = folder / "password"
        secret.touch(mode=0o600)
        secret.write_text(password())
        self.places: List[Tuple[Place, Optional[Engine]]] = []
        for number in range(workers):
            place = Place(binary, library, upstream.url, folder / f"w{number}")
            engine = None
            if shares:
                engine = self.engines.start("--requirepass", secret.read_text())
                engine.auth = [secret.read_text()]
            self.places.append((place, engine))
        self.secret = secret
        #: Sessions without a fault, and the files that those over stdio left.
        self.faultless: Dict[Tuple[str, bool], Outcome] = {}
        self.kept: Dict[bool, Path] = {}
        for shared in (False, True) if shares else (False,):
            session = self.session(0, "stdio", shared, None)
            self.faultless["stdio", shared] = session.run()
            self.kept[shared] = folder / f"kept-{shared}.sqlite"
            session.cache.rename(self.kept[shared])
            self.faultless["socket", shared] = self.session(0, "socket", shared, None).run()

    def session(self, worker: int, transport: str, shares: bool, fault: Optional[Fault]) -> Session:
        place, engine = self.places[worker]
        if shares:
            assert engine is not None
            engine.ask("FLUSHALL")
            place = replace(place, engine=(engine.url, self.secret))
        known = self.faultless.get(("stdio", shares))
        # One transport begins with a new file, the other with one that knows everything.
        kept = self.kept.get(shares) if transport == "socket" else None
        return Session(place, transport, fault, known.answers if known else None, kept)

    def run(self, worker: int, kind: Kind, number: int) -> Outcome:
        return self.session(worker, kind.transport, kind.shares, kind.fault(number)).run()

    def end(self) -> None:
        self.processes.end()
        self.engines.end()


class Sweep:
    """Lets the faults of many kinds happen, several sessions at a time."""

    def __init__(self, kinds: List[Kind], step: int) -> None:
        self.table: Dict[Tuple[str, str], Counter[str]] = {kind.row: Counter() for kind in kinds}
        self._step = step
        self._lock = threading.Lock()
        self._left: "queue.Queue[Kind]" = queue.Queue()
        # The longest first.
        for kind in sorted(kinds, key=lambda kind: kind.family not in ("pwrite", "pread", "open")):
            self._left.put(kind)

    @property
    def is_done(self) -> bool:
        return self._left.unfinished_tasks == 0

    def work(self, bench: Bench, worker: int) -> None:
        """Takes kinds until none is left."""
        while True:
            try:
                kind = self._left.get_nowait()
            except queue.Empty:
                return
            number = 1
            while self._reaches(bench, worker, kind, number):
                number += self._step
            self._left.task_done()

    def _reaches(self, bench: Bench, worker: int, kind: Kind, number: int) -> bool:
        """Whether a session came to the fault."""
        try:
            outcome = bench.run(worker, kind, number)
            how, text = outcome.how, ""
        except Violation as violation:
            how, text = "violated", str(violation)
        else:
            if not outcome.first:
                return False
        with self._lock:
            self.table[kind.row][how] += 1
            if text:
                print(text, flush=True)
        return True

    def print_table(self) -> None:
        columns = ("answered", "errors", "ended", "gone", "trapped", "violated")
        print(f"{'call':16}{'fault':14}{'runs':>6}" + "".join(f"{name:>10}" for name in columns))
        for (family, fault), counts in self.table.items():
            numbers = "".join(f"{counts[name]:10}" for name in columns)
            print(f"{family:16}{fault:14}{sum(counts.values()):6}{numbers}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=3, help="sessions at once")
    parser.add_argument("--family", action="append", help="only these families of calls")
    parser.add_argument("--error", action="append", help="only these errors")
    parser.add_argument("--transport", choices=TRANSPORTS)
    parser.add_argument("--alone", action="store_true", help="only without a shared cache")
    parser.add_argument("--shared", action="store_true", help="only with a shared cache")
    parser.add_argument("--step", type=int, default=1, help="only each STEP-th call")
    options = parser.parse_args()
    sweep = Sweep(
        [
            kind
            for kind in all_kinds()
            if (not options.family or kind.family in options.family)
            and (not options.error or kind.error in options.error)
            and (not options.transport or kind.transport == options.transport)
            and not (kind.shares if options.alone else options.shared and not kind.shares)
        ],
        options.step,
    )
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(os.environ["GITXPLORER"], Path(folder), options.workers, not options.alone)
        try:
            threads = [
                threading.Thread(target=sweep.work, args=(bench, number))
                for number in range(options.workers)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            bench.end()
    assert sweep.is_done, "a worker ended before its work"
    sweep.print_table()
    total: Counter[str] = sum(sweep.table.values(), Counter())
    print(f"{sum(total.values())} sessions in {time.monotonic() - began:.0f} s: {dict(total)}")
    return 1 if total["violated"] else 0


if __name__ == "__main__":
    sys.exit(main())
