"""A server gives up what it never needs: writing elsewhere, and executing programs."""

from __future__ import annotations

import errno
import os
from collections import defaultdict
from pathlib import Path
from typing import Dict, List

import pytest

from harness import landlock
from harness.preload import compiled
from harness.processes import Processes, Serving
from harness.waiting import until

REFUSED = {
    **dict.fromkeys(["make", "write", "truncate", "remove"], errno.EACCES),
    **dict.fromkeys(["make a folder", "make a link", "execute"], errno.EACCES),
    "make in the cache's folder": 0,
}


class Trespass:
    """Folders in which each thread of a server tries to change files: ``trespass.c``."""

    def __init__(self, folder: Path) -> None:
        self.place = folder / "trespass"
        self.foreign = self.place / "foreign"
        for name in ("cache", "foreign"):
            (self.place / name).mkdir(parents=True)
        self._report = self.place / "report"
        self._report.touch()
        for name in ("file", "removed"):
            (self.foreign / name).write_text("as it was")
        self.cache = self.place / "cache" / "cache.sqlite"
        self.environment = {
            "LD_PRELOAD": str(compiled("trespass", folder)), "TEST_TRESPASS": str(self.place),
        }  # fmt: skip

    def begin(self) -> None:
        (self.place / "begin").touch()

    def report(self) -> Dict[int, Dict[str, int]]:
        """For each thread that has made its attempts, the error of each, or 0."""
        found: Dict[int, Dict[str, int]] = defaultdict(dict)
        for line in self._report.read_text().splitlines():
            words = line.split()
            found[int(words[0])][" ".join(words[1:-1])] = int(words[-1])
        return dict(found)

    def check(self, threads: int, version: int) -> None:
        """Waits for the reports of ``threads`` threads, and compares them with what a version of
        Landlock refuses; 0 stands for none."""
        until(lambda: len(self.report()) >= threads)
        report = self.report()
        if version == 0:
            assert {attempts["execute"] for attempts in report.values()} == {0}
            assert {attempts["write"] for attempts in report.values()} == {0}
        else:
            refused = {**REFUSED, "truncate": 0} if version < 3 else REFUSED
            assert list(report.values()) == [refused] * len(report)


@pytest.fixture
def trespass(processes: Processes, tmp_path_factory: pytest.TempPathFactory) -> Trespass:
    # A debugged server may execute programs.
    processes.environment.pop("GITXPLORER_DEBUGGABLE", None)
    # The test's own folder has the socket and the ready file.
    return Trespass(tmp_path_factory.mktemp("trespass"))


def without(processes: Processes, injected: str, tmp_path: Path) -> None:
    """Makes strace answer some Landlock calls instead of the kernel."""
    script = tmp_path / "gitxplorer"
    # strace is not the server's parent (-D), and only the server loads the library (-E).
    script.write_text(
        '#!/bin/sh\nlibrary=$LD_PRELOAD\nunset LD_PRELOAD\n'
        f"exec strace -D -f --seccomp-bpf -o {tmp_path}/trace -e trace=landlock_create_ruleset "
        f'-e inject=landlock_create_ruleset:{injected} -E "LD_PRELOAD=$library" '
        f'{processes.binary} "$@"\n'
    )
    script.chmod(0o700)
    processes.binary = str(script)


#: At least the threads of libcurl, the sockets, the cache, and standard input and output.
THREADS = 4


def serve(processes: Processes, trespass: Trespass, tmp_path: Path, *flags: str) -> Serving:
    server = processes.serve(
        "--stdio", "--socket", str(tmp_path / "s"), "--cache", str(trespass.cache),
        "--log-level", "info", *flags, environment=trespass.environment,
    )  # fmt: skip
    trespass.begin()
    server.stdio().result("user.summary", {"login": "octocat"})
    with server.connect("unix") as connection:
        connection.result("user.summary", {"login": "github"})
    return server


def test_no_thread_may_write_elsewhere_or_execute_a_program(
    processes: Processes, trespass: Trespass, tmp_path: Path
) -> None:
    server = serve(processes, trespass, tmp_path)
    version = landlock.version()
    trespass.check(THREADS, version)
    if version == 0:
        until(lambda: "the kernel does not limit which files" in server.log)
        return
    assert sorted(os.listdir(trespass.foreign)) == ["file", "removed"]
    # Threads inherit this setting together with the rules.
    for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
        try:
            status = (thread / "status").read_text()
        except OSError:
            continue  # It has ended.
        assert "\nNoNewPrivs:\t1\n" in status
    assert [line for line in server.log.splitlines() if " gitxplorer: started " not in line] == []


def test_the_folder_of_an_existing_secret_is_not_writable(
    processes: Processes, trespass: Trespass, tmp_path: Path
) -> None:
    secret = trespass.foreign / "secret"
    flags = ["--listen", "127.0.0.1:0", "--client-secret-file", str(secret)]
    processes.serve(*flags)
    assert secret.exists()
    serve(processes, trespass, tmp_path, *flags)
    trespass.check(THREADS, landlock.version())


def test_mcp_is_confined_as_well(processes: Processes, trespass: Trespass) -> None:
    server = processes.popen(
        "mcp", "--sandbox", "--cache", str(trespass.cache), environment=trespass.environment
    )
    connection = server.stdio()
    connection.call("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
    trespass.begin()
    call = {"name": "user_summary", "arguments": {"login": "octocat"}}
    assert connection.result("tools/call", call)["isError"] is False
    trespass.check(3, landlock.version())


@pytest.mark.parametrize("flags, is_made", [([], False), (["--auth-tools"], True)])
def test_only_a_server_that_can_sign_in_creates_the_token_folder(
    processes: Processes, flags: List[str], is_made: bool
) -> None:
    connection = processes.popen("mcp", "--sandbox", *flags).stdio()
    connection.call("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
    folder = Path(processes.environment["XDG_CONFIG_HOME"]) / "gitxplorer"
    assert folder.exists() == (is_made and landlock.version() > 0)


@pytest.mark.parametrize("error", ["ENOMEM", "ENFILE"])
def test_a_start_ends_if_the_limits_lack_resources(
    processes: Processes, tmp_path: Path, error: str
) -> None:
    without(processes, f"error={error}", tmp_path)
    done = processes.run("serve", "--sandbox")
    assert done.returncode == 71 and done.stderr.count(b"\n") == 1
    assert b"the files that the server may change cannot be limited" in done.stderr


@pytest.mark.parametrize(
    "error, level", [("ENOSYS", "info"), ("EOPNOTSUPP", "info"), ("EPERM", "warning")]
)
def test_without_landlock_nothing_is_limited(
    processes: Processes, trespass: Trespass, tmp_path: Path, error: str, level: str
) -> None:
    without(processes, f"error={error}", tmp_path)
    server = serve(processes, trespass, tmp_path)
    until(lambda: "the kernel does not limit which files the server may change" in server.log)
    assert os.strerror(getattr(errno, error)) in server.log and f" {level} " in server.log
    trespass.check(THREADS, 0)


def test_landlock_abi_1_forbids_everything_but_truncation(
    processes: Processes, trespass: Trespass, tmp_path: Path
) -> None:
    without(processes, "retval=1:when=1", tmp_path)
    serve(processes, trespass, tmp_path)
    trespass.check(THREADS, min(1, landlock.version()))


def test_a_cache_file_may_be_a_link_into_another_folder(
    processes: Processes, tmp_path: Path
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (tmp_path / "first").mkdir()
    link = tmp_path / "first" / "cache.sqlite"
    link.symlink_to("../place/cache.sqlite")
    server = processes.serve("--stdio", "--cache", str(link))
    server.stdio().result("user.summary", {"login": "octocat"})
    assert "in memory" not in server.log
    assert (place / "cache.sqlite").stat().st_size > 0
