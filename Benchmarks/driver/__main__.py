"""`python -m driver run|check|accept --server BINARY`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from . import instructions
from .measures import Measures
from .report import Report
from .subjects import Subjects
from .upstream import Upstream
from .workplace import FOLDER, Workplace


def main() -> int:
    parser = argparse.ArgumentParser(prog="driver", description=__doc__)
    parser.add_argument("command", choices=["run", "check", "accept"])
    parser.add_argument("--server", required=True, help="the optimised gitxplorer")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a tenth of the requests")
    parser.add_argument("--output", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    server = str(Path(arguments.server).resolve())
    with Workplace(server) as workplace:
        upstream = Upstream(workplace)
        if arguments.command == "run":
            run(workplace, upstream, arguments)
            return 0
        counts = instructions.count(workplace, upstream)
        if arguments.command == "accept":
            instructions.accept(counts)
            return 0
        return 0 if instructions.check(counts) else 1


def run(workplace: Workplace, upstream: Upstream, arguments: argparse.Namespace) -> None:
    load = os.getloadavg()[0]
    cache = str(workplace.files / "warm.sqlite")
    subjects = Subjects(workplace, upstream, cache)
    measures = Measures(workplace, upstream, subjects, cache, arguments.quick)
    for number in range(arguments.rounds):
        print(f"round {number + 1} of {arguments.rounds}", file=sys.stderr, flush=True)
        measures.round()
    measures.memory()
    size = Path(workplace.server).stat().st_size
    report = Report(measures.figures, subjects, arguments.rounds, size, load)
    notes = FOLDER / "NOTES.md"
    report.write(arguments.output, notes.read_text() if notes.exists() else "")
    for target in report.targets:
        print(f"{'met   ' if target.is_met else 'missed'} {target.value:10.3f} {target.text}")


sys.exit(main())
