"""Servers on Unix sockets, and what they hold."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from .workplace import Workplace


@dataclass
class Serving:
    """A server that is up on a Unix socket."""

    process: "subprocess.Popen[str]"
    path: str

    @property
    def pid(self) -> int:
        return self.process.pid


def pinned(cpu: int, command: Sequence[str]) -> Sequence[str]:
    return ["taskset", "-c", str(cpu), *command]


def serve_gitxplorer(workplace: Workplace, command: Sequence[str], cpu: int) -> Serving:
    path = str(workplace.files / f"server-{time.monotonic_ns()}.sock")
    ready = Path(path + ".ready")
    flags = ["--socket", path, "--ready-file", str(ready)]
    process = workplace.start(*pinned(cpu, [*command, *flags]))
    workplace.wait_for_file(ready, process)
    return Serving(process, path)


def serve_floor(workplace: Workplace, command: Sequence[str], cpu: int) -> Serving:
    path = str(workplace.files / f"floor-{time.monotonic_ns()}.sock")
    process = workplace.start(*pinned(cpu, [*command, path]))
    workplace.wait_for_file(Path(path), process)
    return Serving(process, path)


def resident_bytes(pid: int) -> int:
    """Memory of a process once it has come to rest: the same in three looks."""
    seen = [_resident_bytes(pid)]
    for _ in range(50):
        time.sleep(0.1)
        seen.append(_resident_bytes(pid))
        if len(set(seen[-3:])) == 1 and len(seen) >= 3:
            break
    return seen[-1]


def _resident_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"process {pid} has gone")
