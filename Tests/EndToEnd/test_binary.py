"""What the built server is linked with."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import List, Set

import pytest

from harness.paths import REPOSITORY
from harness.processes import Processes

CHECK = str(REPOSITORY / "Scripts" / "check-binary")


def libraries(processes: Processes) -> Set[str]:
    """The shared libraries that are loaded at the start, without versions."""
    done = subprocess.run(["ldd", processes.binary], capture_output=True, text=True, check=True)
    return {line.split()[0].split(".so")[0] for line in done.stdout.splitlines()}


def test_foundation_and_icu_are_not_linked(processes: Processes) -> None:
    """They bring 30 MB of tables and a third of the conformances that a cast searches."""
    parts = {"libFoundation", "libFoundationInternationalization", "lib_FoundationICU"}
    assert libraries(processes).isdisjoint(parts)


def test_libcurl_is_loaded_at_the_first_request_and_not_at_the_start(
    processes: Processes,
) -> None:
    assert not any(name.startswith("libcurl") for name in libraries(processes))


def test_loading_libcurl_is_retried(
    processes: Processes, tmp_path: Path
) -> None:
    """An upgrade may replace it while the server sends its first request."""
    library = tmp_path / "libraries" / "libcurl.so.4"
    library.parent.mkdir()
    library.touch()
    serving = processes.serve(environment={"LD_LIBRARY_PATH": str(library.parent)})
    connection = serving.stdio()
    for _ in range(2):
        assert connection.error("user.summary", {"login": "octocat"})["code"] == 1503
    library.unlink()
    assert connection.result("user.summary", {"login": "octocat"})["user"]["login"] == "octocat"
    connection.end_input()
    assert serving.wait() == 0
    assert serving.log.count(str(library)) == 1


def test_the_server_is_linked_with_all_hardening(processes: Processes) -> None:
    """`make release` runs the same check on the optimized server."""
    subprocess.run([CHECK, processes.binary], check=True)


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        ([], ""),
        (["-Wl,-rpath,$ORIGIN"], "found '$ORIGIN'"),
        (["-Wl,-rpath,/usr/lib:lib"], "found 'lib'"),
        (["-Wl,-rpath,/usr/lib"], "expected no RUNPATH"),
        (["-Wl,-z,lazy"], "expected BIND_NOW"),
        (["-no-pie"], "expected a position-independent executable"),
        (["-Wl,-z,norelro"], "expected RELRO"),
        (["-U_FORTIFY_SOURCE"], "expected _FORTIFY_SOURCE"),
        (['-DBUILT="FOLDER/x.c"'], "expected no path of the builder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_binary_without_hardening_is_rejected(
    flags: List[str], found: str, tmp_path: Path
) -> None:
    source = tmp_path / "program.c"
    source.write_text(
        """
        #include <stdio.h>
        #include <string.h>
        #ifndef BUILT
        #define BUILT ""
        #endif
        int main(int count, char **words) {
            char text[9];
            strcpy(text, words[count - 1]);
            puts(text);
            puts(BUILT);
        }
        """
    )
    compiler = shutil.which("cc") or "clang"
    subprocess.run(
        [
            compiler, "-O2", "-D_FORTIFY_SOURCE=2",
            *(["-fno-PIE"] if "-no-pie" in flags else ["-fPIE", "-pie"]),
            "-Wl,-z,now", "-Wl,-z,relro",
            *[flag.replace("FOLDER", str(tmp_path)) for flag in flags],
            "-o", "program", "program.c",
        ],
        cwd=tmp_path, check=True,
    )  # fmt: skip
    done = subprocess.run(
        [CHECK, str(tmp_path / "program"), str(tmp_path)], capture_output=True, text=True
    )
    assert (done.returncode, bool(done.stderr)) == ((1, True) if found else (0, False))
    assert found in done.stderr
