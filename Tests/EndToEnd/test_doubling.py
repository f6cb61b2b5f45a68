"""No parser takes more than linear time: valgrind counts its instructions on twice the input."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Dict, List

import pytest

from harness.processes import Processes

#: The symbol of the driver's function `counted()`.
COUNTED = "$s8doubling7countedyyF"
CONTROL = "control: quadratic"
#: Of the instructions for twice the input and for the input.
MAXIMUM = 3


def growths(processes: Processes, folder: Path) -> Dict[str, float]:
    """By what each parser's instructions grow when its input is doubled."""
    driver = folder / "doubling"
    # Valgrind cannot read Swift's debug information, but needs the symbol names.
    built = Path(processes.binary).with_name("doubling")
    subprocess.run(["strip", "-g", "-o", str(driver), str(built)], check=True)
    done = subprocess.run(
        [
            "valgrind", "--tool=callgrind", "--collect-atstart=no", f"--toggle-collect={COUNTED}",
            f"--dump-after={COUNTED}", f"--callgrind-out-file={folder / 'counts'}", str(driver),
        ],
        env={"PATH": os.environ["PATH"], "SWIFT_DETERMINISTIC_HASHING": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    counts: Dict[str, List[int]] = {}
    for number, line in enumerate(done.stdout.splitlines(), start=1):
        text = (folder / f"counts.{number}").read_text()
        total = re.search(r"^totals: (\d+)$", text, re.MULTILINE)
        assert total, text[-200:]
        counts.setdefault(line.partition("\t")[0], []).append(int(total.group(1)))
    return {name: twice / once for name, (_, once, twice) in counts.items()}


@pytest.mark.bound(600)
def test_twice_the_input_takes_no_parser_three_times_the_instructions(
    processes: Processes, tmp_path: Path
) -> None:
    found = growths(processes, tmp_path)
    kinds = {name.partition(":")[0] for name in found}
    assert kinds == {
        "head", "Link", "field", "secrets", "page", "row", "push", "frame", "message", "param",
        "method", "control",
    }  # fmt: skip
    assert found.pop(CONTROL) > MAXIMUM
    assert {name: growth for name, growth in found.items() if growth > MAXIMUM} == {}
