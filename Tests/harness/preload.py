"""Libraries that replace a function of the C library in a process, through LD_PRELOAD."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def compiled(name: str, folder: Path) -> Path:
    """The library made from ``name.c``. Swift brings the compiler."""
    library = folder / f"{name}.so"
    swift = shutil.which("swift")
    beside = Path(swift).resolve().with_name("clang") if swift else None
    compiler = str(beside) if beside and beside.exists() else shutil.which("cc") or "clang"
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source],
        check=True,
    )
    return library
