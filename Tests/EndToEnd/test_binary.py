"""What the built server is linked with."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Set

from harness.processes import Processes


def libraries(processes: Processes) -> Set[str]:
    """Names of the shared libraries that are loaded at the start, without versions."""
    done = subprocess.run(["ldd", processes.binary], capture_output=True, text=True, check=True)
    return {line.split()[0].split(".so")[0] for line in done.stdout.splitlines()}


def test_foundation_and_its_icu_stay_out_of_the_server(processes: Processes) -> None:
    """They bring 30 MB of tables, and a third of the conformances that casts walk over."""
    parts = {"libFoundation", "libFoundationInternationalization", "lib_FoundationICU"}
    assert libraries(processes).isdisjoint(parts)


def test_libcurl_is_loaded_with_the_first_request_and_not_at_the_start(
    processes: Processes,
) -> None:
    assert not any(name.startswith("libcurl") for name in libraries(processes))


def test_a_libcurl_that_cannot_be_loaded_is_loaded_later(
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
    assert serving.log.count(str(library)) == 1
