"""Every parser takes linear time: valgrind counts its instructions on twice the input.

The inputs that the fuzzer keeps for the parser of heads take a limited number for each byte.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Dict, List, Tuple

import pytest

from harness.processes import Processes

#: The symbol of the driver's function `counted()`.
COUNTED = "$s8doubling7countedyyF"
CONTROL = "control: quadratic"
#: Ratio of the instructions for twice the input to those for the input.
MAXIMUM = 3

HEADS = [Path(__file__).parents[2] / "Fuzz" / kind / "heads" for kind in ("Seeds", "Corpus")]
#: Instructions per header block and per byte, in a debug build.
PER_HEAD, PER_BYTE = 100_000, 6_000


def counts(processes: Processes, folder: Path, *arguments: str) -> List[Tuple[str, int, int]]:
    """The driver's runs, in order: name, size and instructions."""
    driver = folder / "doubling"
    # Valgrind cannot read Swift's debug information, but needs the symbol names.
    built = Path(processes.binary).with_name("doubling")
    subprocess.run(["strip", "-g", "-o", str(driver), str(built)], check=True)
    done = subprocess.run(
        [
            "valgrind", "--tool=callgrind", "--collect-atstart=no", f"--toggle-collect={COUNTED}",
            f"--dump-after={COUNTED}", f"--callgrind-out-file={folder / 'counts'}", str(driver),
            *arguments,
        ],
        env={"PATH": os.environ["PATH"], "SWIFT_DETERMINISTIC_HASHING": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = []
    for number, line in enumerate(done.stdout.splitlines(), start=1):
        text = (folder / f"counts.{number}").read_text()
        total = re.search(r"^totals: (\d+)$", text, re.MULTILINE)
        assert total, text[-200:]
        name, size = line.split("\t")
        found.append((name, int(size), int(total.group(1))))
    return found


def growths(processes: Processes, folder: Path) -> Dict[str, float]:
    """The factor by which each parser's instructions grow when its input is doubled."""
    found: Dict[str, List[int]] = {}
    for name, _, instructions in counts(processes, folder):
        found.setdefault(name, []).append(instructions)
    return {name: twice / once for name, (_, once, twice) in found.items()}


@pytest.mark.bound(600)
def test_twice_the_input_takes_less_than_three_times_the_instructions(
    processes: Processes, tmp_path: Path
) -> None:
    found = growths(processes, tmp_path)
    kinds = {name.partition(":")[0] for name in found}
    assert kinds == {
        "head", "Link", "field", "secrets", "page", "row", "push", "frame", "message", "param",
        "method", "glob", "control",
    }  # fmt: skip
    assert found.pop(CONTROL) > MAXIMUM
    assert {name: growth for name, growth in found.items() if growth > MAXIMUM} == {}


@pytest.mark.bound(600)
def test_no_header_block_of_the_corpus_takes_many_instructions_per_byte(
    processes: Processes, tmp_path: Path
) -> None:
    files = [str(file) for folder in HEADS for file in sorted(folder.glob("*"))]
    found = counts(processes, tmp_path, *files)
    # The second run of each.
    assert [name for name, _, _ in found[1::2]] == files
    slow = [run for run in found[1::2] if run[2] > PER_HEAD + PER_BYTE * run[1]]
    assert not slow
