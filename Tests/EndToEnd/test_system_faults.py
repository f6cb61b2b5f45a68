"""System calls that fail cause no trap, no hang, no lost response and no damaged file.

`make faults` lets every call of a session fail in every way; here each way fails one call of each
kind of session.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Iterator, List, Set, Tuple

import pytest

from harness.faults import Violation
from harness.processes import Processes
from harness.sweep import Bench, Kind, all_kinds

#: In every session at most the first of these calls can fail.
FEW = [("open", "ENOSPC"), ("write", "ENOSPC"), ("read", "EAGAIN")]

#: Concurrent sessions: one per processor of a small machine.
WORKERS = 2


@pytest.fixture
def bench(processes: Processes, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    # The path of a Unix socket must be short.
    bench = Bench(processes.binary, tmp_path_factory.mktemp("f"), WORKERS)
    yield bench
    bench.end()


def number(bench: Bench, index: int, kind: Kind) -> int:
    """The number of the failing call: different for each kind, and low enough to be reached."""
    if (kind.family, kind.error) in FEW:
        return 1
    calls = bench.faultless[kind.transport, kind.shares].calls[kind.family]
    share = (index * 0.618) % 1
    return 1 + int(share * 0.6 * calls)


def test_after_each_fault_the_server_answers_or_ends_with_a_sentence(bench: Bench) -> None:
    kinds = list(enumerate(all_kinds()))
    violations: List[str] = []
    reached: Set[Tuple[str, str]] = set()

    def work(worker: int) -> None:
        for index, kind in kinds[worker::WORKERS]:
            try:
                if bench.run(worker, kind, number(bench, index, kind)).first:
                    reached.add(kind.row)
            except Violation as violation:
                violations.append(str(violation))

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not violations, "\n\n".join(violations)
    assert reached == {kind.row for _, kind in kinds}
