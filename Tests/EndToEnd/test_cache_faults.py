"""The server continues if its cache file is damaged, locked, full, deleted or unusable."""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import shutil
import signal
import sqlite3
from pathlib import Path
from typing import Any, Callable, Dict, List

import pytest

from harness import cache_file, landlock
from harness.faults import Report
from harness.other_user import give
from harness.preload import compiled
from harness.processes import Processes, Serving
from harness.sandbox import Sandbox
from harness.wire import Connection, request

OCTOCAT = {"login": "octocat"}
LARGE = {"login": "exactly-250"}


def source(result: Dict[str, Any]) -> str:
    return result["freshness"]["source"]


class Cache:
    """A sandbox, and servers that share one cache file in front of it."""

    def __init__(self, processes: Processes, folder: Path) -> None:
        self.processes = processes
        self.folder = folder / "home"
        self.folder.mkdir()
        self.path = self.folder / "cache.sqlite"
        self.sandbox: Sandbox = processes.start_sandbox("--rate-limit", "1000000")

    def serve(self, *flags: str, **options: Any) -> Serving:
        flags = ("--api-url", self.sandbox.url, "--cache", str(self.path), *flags)
        return self.processes.serve(*flags, sandbox=False, **options)

    def fill(self, *more: Dict[str, str]) -> None:
        """Makes a valid file with octocat and more users."""
        serving = self.serve()
        for params in (OCTOCAT, *more):
            serving.stdio().result("user.summary", params)
        end(serving)

    def call(self, params: Dict[str, str], *flags: str) -> Any:
        """Runs `call`, in a separate process."""
        flags = ("--api-url", self.sandbox.url, "--cache", str(self.path), *flags)
        return self.processes.run("call", "user.summary", json.dumps(params), *flags)

    def check(self) -> int:
        return self.processes.run("cache", "check", "--cache", str(self.path)).returncode

    @property
    def damaged(self) -> List[Path]:
        names = sorted(self.folder.glob("cache.sqlite.damaged-*"))
        return [path for path in names if path.name[-4:] not in ("-wal", "-shm")]

    def open(self) -> sqlite3.Connection:
        return cache_file.connect(self.path, isolation_level=None)

    def query(self, statement: str) -> List[Any]:
        file = self.open()
        rows = file.execute(statement).fetchall()
        file.close()
        return rows


@pytest.fixture
def cache(processes: Processes, tmp_path: Path) -> Cache:
    return Cache(processes, tmp_path)


def end(serving: Serving) -> None:
    """Ends a server's input, and waits until it has written everything and ended."""
    serving.stdio().end_input()
    assert serving.wait() == 0


def goes_on(serving: Serving) -> None:
    """The server answers, and at least keeps the result in memory."""
    server = serving.stdio()
    assert source(server.result("user.summary", LARGE)) in ("network", "cache")
    again = server.result("user.summary", {**LARGE, "maxAge": 3600})
    assert source(again) == "cache" and again["totalRepositories"] == 250


def said(serving: Serving) -> List[str]:
    return [line for line in serving.log.splitlines() if "cache" in line]


def garbage(path: Path) -> None:
    path.write_bytes(b"garbage " * 5000)


def truncated(path: Path) -> None:
    os.truncate(path, 3 * 4096)


def overwritten(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\xaa" * (size - 2 * 4096))


@pytest.mark.parametrize("damage", [garbage, truncated, overwritten])
def test_a_damaged_file_is_set_aside_and_replaced(
    damage: Callable[[Path], None], cache: Cache
) -> None:
    cache.fill()
    damage(cache.path)
    damaged = cache.path.read_bytes()
    assert cache.check() == 1
    serving = cache.serve()
    goes_on(serving)
    end(serving)
    assert len(said(serving)) == 1 and "damaged" in said(serving)[0]
    # Opening the file may have changed counters in its first pages.
    page = slice(2 * 4096, 3 * 4096)
    assert [path.read_bytes()[page] for path in cache.damaged] == [damaged[page]]
    assert cache.check() == 0
    again = cache.serve("--offline")
    assert again.stdio().result("user.summary", LARGE)["totalRepositories"] == 250
    end(again)
    assert said(again) == []


COPY = "CREATE TEMP TABLE was AS SELECT * FROM result;"
OF_THE_OTHER = "FROM was WHERE was.id != result.id"

#: SQL that damages a file's rows about octocat.
SPOILS = {
    "a byte of a result": "UPDATE result SET text = CAST(substr(text, 1, 20) AS BLOB) || x'FF' || substr(text, 22)",
    "the question of a result": "UPDATE result SET question = question || ' '",
    "the time of a result": "UPDATE result SET expiresAt = expiresAt + 1000000",
    "what a result is made of": "UPDATE result SET parts = ''",
    "the texts of two results": f"{COPY} UPDATE result SET text = (SELECT text {OF_THE_OTHER})",
    "the questions of two results": f"""
        {COPY} UPDATE result SET question = question || ' ';
        UPDATE result SET question = (SELECT question {OF_THE_OTHER})""",
    "the bodies of responses": "DELETE FROM result; UPDATE response SET body = x'00' || substr(body, 2)",
    "the fields of responses": "DELETE FROM result; UPDATE response SET fields = replace(fields, 'max-age=', 'max-age=9')",
    "the times of responses": "DELETE FROM result; UPDATE response SET receivedAt = receivedAt + 1",
    "the tags of responses": "DELETE FROM result; UPDATE response SET tags = ''",
    "the owner of responses": "DELETE FROM result; UPDATE response SET identity = x'00'",
    "the counts": "UPDATE total SET count = count + 1",
    "the key of identities": "UPDATE identityKey SET bytes = zeroblob(32)",
}  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS.keys())
def test_the_check_finds_a_damaged_row_and_reading_repairs_it(
    spoil: str, cache: Cache
) -> None:
    cache.fill(LARGE)
    assert cache.check() == 0
    file = cache.open()
    file.executescript(spoil)
    file.close()
    done = cache.processes.run("cache", "check", "--cache", str(cache.path))
    assert done.returncode == 1 and b"differ from their digests" in done.stderr
    for params in (OCTOCAT, LARGE):
        done = cache.call(params)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["user"]["login"] == params["login"]
    serving = cache.serve()
    for params in (OCTOCAT, LARGE):
        assert serving.stdio().result("user.summary", params)["user"]["login"] == params["login"]
    serving.stdio().result("cache.stats")
    end(serving)


def test_a_server_survives_a_result_that_is_not_valid_text(cache: Cache) -> None:
    cache.fill(LARGE)
    file = cache.open()
    file.execute(SPOILS["a byte of a result"])
    file.close()
    serving = cache.serve()
    for params in (OCTOCAT, LARGE):
        assert serving.stdio().result("user.summary", params)["user"]["login"] == params["login"]
    end(serving)
    assert len(said(serving)) == 1 and "damaged rows" in said(serving)[0]
    assert cache.check() == 0 and cache.damaged == []
    # The next process finds the rows that replaced the damaged ones.
    asked = cache.sandbox.requests
    assert cache.call(OCTOCAT).returncode == 0 and cache.sandbox.requests == asked


def test_a_stored_result_that_does_not_parse_is_an_incident(cache: Cache) -> None:
    """The digest is right, so the server that wrote the result has a defect."""
    cache.fill()
    file = cache.open()
    file.execute("UPDATE result SET text = x'7B'")
    names = ", ".join(cache_file.columns(file, "result"))
    changed = file.execute(f"UPDATE result SET digest = digest128('result', {names})")
    assert changed.rowcount == 1
    file.close()
    done = cache.call(OCTOCAT)
    error = json.loads(done.stderr.decode().splitlines()[-1])
    assert done.returncode == 1 and error["code"] == -32603
    incident = error["data"]["incident"]
    assert int(incident, 16) > 0 and f"incident={incident}" in done.stderr.decode()


def open_file(cache: Cache) -> None:
    cache.path.chmod(0o666)


def open_folder(cache: Cache) -> None:
    cache.folder.chmod(0o777)


def open_lock(cache: Cache) -> None:
    Path(f"{cache.path}.lock").chmod(0o622)


def linked_to_open_folder(cache: Cache) -> None:
    place = cache.folder / "open"
    place.mkdir()
    cache.path.rename(place / "file")
    cache.path.symlink_to(place / "file")
    place.chmod(0o777)


def foreign_file(cache: Cache) -> None:
    give(cache.path, 12345)


def foreign_folder(cache: Cache) -> None:
    give(cache.folder, 12345)


def foreign_log(cache: Cache) -> None:
    log = Path(f"{cache.path}-wal")
    log.touch()
    give(log, 12345)


def foreign_link(cache: Cache) -> None:
    cache.path.rename(cache.folder / "file")
    cache.path.symlink_to(cache.folder / "file")
    give(cache.path, 12345)


FOREIGN = [foreign_file, foreign_folder, foreign_log, foreign_link]


@pytest.mark.parametrize(
    "expose", [open_file, open_folder, open_lock, linked_to_open_folder, *FOREIGN]
)
def test_a_file_that_others_may_write_is_refused(
    expose: Callable[[Cache], None], cache: Cache, request: pytest.FixtureRequest
) -> None:
    cache.fill()
    request.addfinalizer(lambda: give(cache.folder, 0))
    expose(cache)
    place = str(cache.path)
    for command in (["serve"], ["call", "cache.stats"], ["cache", "stats"], ["cache", "check"]):
        done = cache.processes.run(*command, "--cache", place)
        assert done.returncode == 64 and done.stdout == b""
        [line] = done.stderr.decode().splitlines()
        assert line.startswith("gitxplorer: --cache: ") and "another place with --cache" in line


def test_the_default_file_is_not_used_if_others_may_write_it(cache: Cache) -> None:
    cache.fill()
    place = Path(cache.processes.environment["XDG_CACHE_HOME"]) / "gitxplorer"
    place.mkdir(parents=True, mode=0o700)
    file = cache.path.rename(place / "cache.sqlite")
    file.chmod(0o666)
    before = file.read_bytes()
    serving = cache.processes.serve("--api-url", cache.sandbox.url, sandbox=False)
    assert source(serving.stdio().result("user.summary", OCTOCAT)) == "network"
    serving.stdio().result("cache.clear")
    end(serving)
    assert len(said(serving)) == 2 and "in memory" in said(serving)[0]
    assert all("others may write" in line for line in said(serving))
    assert file.read_bytes() == before


def test_a_sticky_shared_folder_is_accepted(cache: Cache) -> None:
    cache.folder.chmod(0o1777)
    cache.fill()
    assert cache.check() == 0


def test_clearing_does_not_wait_for_the_lock(cache: Cache) -> None:
    cache.fill()
    servers = [cache.serve() for _ in range(2)]
    for serving in servers:
        serving.stdio().result("user.summary", OCTOCAT)
    with Path(f"{cache.path}.lock").open("rb+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        servers[0].stdio().result("cache.clear")
        # The other server has the result in memory, and notices the clear by the file's counter.
        assert source(servers[1].stdio().result("user.summary", OCTOCAT)) == "network"
    for serving in servers:
        end(serving)


def test_a_file_of_an_older_version_is_replaced(cache: Cache) -> None:
    cache.fill()
    file = cache.open()
    file.execute("PRAGMA user_version = 5")
    file.execute("CREATE TABLE tag (name TEXT)")
    file.execute("ALTER TABLE result DROP COLUMN digest")
    file.close()
    serving = cache.serve()
    assert source(serving.stdio().result("user.summary", OCTOCAT)) == "network"
    end(serving)
    assert said(serving) == [] and cache.check() == 0
    assert cache.query("SELECT name FROM sqlite_schema WHERE name = 'tag'") == []
    assert source(cache.serve("--offline").stdio().result("user.summary", OCTOCAT)) == "cache"


def test_an_empty_file_is_initialized(cache: Cache) -> None:
    cache.path.touch()
    serving = cache.serve()
    goes_on(serving)
    end(serving)
    assert said(serving) == [] and cache.damaged == [] and cache.check() == 0
    assert source(cache.serve("--offline").stdio().result("user.summary", LARGE)) == "cache"


@pytest.mark.parametrize("is_open", [False, True])
def test_a_file_of_a_newer_version_is_left_alone(cache: Cache, is_open: bool) -> None:
    cache.fill()
    newer = cache.open()
    newer.execute("PRAGMA user_version = 99")
    if not is_open:
        newer.close()
    before = files(cache)
    assert len(before) == (3 if is_open else 1)
    serving = cache.serve()
    goes_on(serving)
    serving.stdio().result("cache.clear")
    end(serving)
    assert len(said(serving)) == 2 and all("newer version" in line for line in said(serving))
    assert files(cache) == before and cache.damaged == []
    newer.close()


def files(cache: Cache) -> Dict[str, bytes]:
    """The bytes of the cache file and of SQLite's files next to it."""
    paths = (Path(f"{cache.path}{suffix}") for suffix in ("", "-wal", "-shm"))
    return {path.name: path.read_bytes() for path in paths if path.exists()}


def without_privileges() -> None:
    """Root may write every file, but the tested server must not (`capabilities(7)`)."""
    prctl = ctypes.CDLL(None).prctl
    drop_from_bounding_set, override, read_search = 24, 1, 2
    for capability in (override, read_search):
        if os.geteuid() == 0 and prctl(drop_from_bounding_set, capability, 0, 0, 0) != 0:
            os._exit(99)


def test_a_read_only_file_is_left_alone(cache: Cache) -> None:
    cache.fill()
    before = cache.path.read_bytes()
    cache.path.chmod(0o400)
    serving = cache.serve(preexec_fn=without_privileges)
    goes_on(serving)
    end(serving)
    assert len(said(serving)) == 1 and "in memory" in said(serving)[0]
    assert cache.path.read_bytes() == before and cache.damaged == []


def test_without_a_writable_folder_the_cache_is_in_memory(cache: Cache) -> None:
    cache.folder.chmod(0o500)
    serving = cache.serve(preexec_fn=without_privileges)
    goes_on(serving)
    end(serving)
    assert len(said(serving)) == 1 and "in memory" in said(serving)[0]
    assert list(cache.folder.iterdir()) == []


def on_full_disk(size: int) -> Dict[str, Any]:
    """Options of a server whose files have at most ``size`` bytes.

    A file that may not grow is what a full disk looks like to SQLite.
    """

    def limit_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return {"preexec_fn": limit_files, "restore_signals": False}


def test_on_a_full_disk_stored_responses_are_served_and_new_ones_kept_in_memory(
    cache: Cache,
) -> None:
    cache.fill()
    serving = cache.serve(**on_full_disk(120_000))
    server = serving.stdio()
    assert source(server.result("user.summary", OCTOCAT)) == "cache"
    goes_on(serving)
    asked = cache.sandbox.requests
    for login in (LARGE, OCTOCAT):
        assert source(server.result("user.summary", {**login, "maxAge": 3600})) == "cache"
    assert cache.sandbox.requests == asked
    end(serving)
    assert len(said(serving)) == 1 and "cannot grow" in said(serving)[0]
    assert cache.check() == 0 and cache.damaged == []
    assert source(cache.serve("--offline").stdio().result("user.summary", OCTOCAT)) == "cache"


@pytest.mark.parametrize("params", [{}, OCTOCAT], ids=["everything", "one login"])
def test_on_a_full_disk_a_clear_deletes_the_file(params: Dict[str, str], cache: Cache) -> None:
    cache.fill(LARGE)
    # There is room for the index of SQLite's log, but not for the deletion.
    serving = cache.serve(**on_full_disk(33_000))
    assert serving.stdio().result("cache.clear", params)["removed"] > 0
    end(serving)
    assert "deleted" in serving.log
    forgot(cache)


def forgot(cache: Cache) -> None:
    error = cache.serve("--offline").stdio().error("user.summary", OCTOCAT)
    assert error["data"]["kind"] == "offline"


def test_results_cleared_by_deleting_the_file_are_not_served_by_another_server(
    cache: Cache
) -> None:
    cache.fill(LARGE)
    other = cache.serve().stdio()
    assert source(other.result("user.summary", OCTOCAT)) == "cache"
    serving = cache.serve(**on_full_disk(33_000))
    assert serving.stdio().result("cache.clear")["removed"] > 0
    end(serving)
    assert "deleted" in serving.log
    assert source(other.result("user.summary", OCTOCAT)) == "network"


def test_a_clear_through_a_link_deletes_the_target_and_keeps_the_link(cache: Cache) -> None:
    cache.fill(LARGE)
    target = cache.folder / "place" / "file"
    target.parent.mkdir()
    cache.path.rename(target)
    cache.path.symlink_to(target)
    serving = cache.serve(**on_full_disk(33_000))
    assert serving.stdio().result("cache.clear")["removed"] > 0
    end(serving)
    assert cache.path.is_symlink() and target.exists()
    forgot(cache)


@pytest.mark.parametrize(
    "fault, is_open",
    [("pread 1 EIO on", False), ("pread 1 ENOMEM on", True), ("mmap 1 ENOMEM on", False)],
)
def test_a_clear_deletes_a_file_that_cannot_be_read_or_written(
    fault: str, is_open: bool, cache: Cache, tmp_path: Path
) -> None:
    cache.fill()
    report = Report(tmp_path / "report")
    report.end_fault()
    environment = {
        "LD_PRELOAD": str(compiled("faults", tmp_path)),
        "TEST_FAULT": fault,
        "TEST_FAULT_FILE": str(report.path),
    }
    serving = cache.serve(environment=environment)
    server = serving.stdio()
    if is_open:
        server.result("cache.stats")
        # The server must read the pages again. From now on SQLite treats EIO as damage.
        cache.query("UPDATE total SET count = count")
    report.begin_fault()
    server.result("cache.clear")
    assert report.faults > 0
    report.end_fault()
    forgot(cache)
    assert source(server.result("user.summary", OCTOCAT)) == "network"
    end(serving)


def test_a_clear_leaves_a_locked_file_alone(cache: Cache) -> None:
    cache.fill()
    serving = cache.serve()
    serving.stdio().result("cache.stats")
    before = cache.path.stat().st_ino
    locker = cache.open()
    locker.execute("BEGIN IMMEDIATE")
    assert serving.stdio().result("cache.clear")["removed"] == 0
    locker.execute("COMMIT")
    locker.close()
    end(serving)
    assert len(said(serving)) == 1 and "locked" in said(serving)[0]
    assert cache.path.stat().st_ino == before
    assert source(cache.serve("--offline").stdio().result("user.summary", OCTOCAT)) == "cache"


def test_an_interrupted_write_is_not_damage(cache: Cache) -> None:
    cache.fill(LARGE)
    file = cache.open()
    file.executescript(
        "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE;"
        "UPDATE response SET body = zeroblob(length(body))"
    )
    # The server ends here, before it removes the journal.
    names = [cache.path, Path(f"{cache.path}-journal")]
    halfway = [name.read_bytes() for name in names]
    file.close()
    for name, content in zip(names, halfway):
        name.write_bytes(content)
    assert cache.check() == 0
    assert source(cache.serve("--offline").stdio().result("user.summary", LARGE)) == "cache"


def test_a_locked_file_is_read_and_new_responses_are_kept_in_memory(cache: Cache) -> None:
    cache.fill()
    serving = cache.serve()
    server = serving.stdio()
    # Opens the file.
    server.result("cache.stats")
    locker = cache.open()
    locker.execute("BEGIN IMMEDIATE")
    assert source(server.result("user.summary", OCTOCAT)) == "cache"
    goes_on(serving)
    # Waits until the writer has given up for now. The file can still be read.
    server.result("cache.stats")
    assert source(server.result("user.summary", {**OCTOCAT, "maxAge": 3600})) == "cache"
    locker.execute("COMMIT")
    locker.close()
    # The next response causes all new responses to be written.
    server.result("user.summary", {"login": "github"})
    end(serving)
    assert len(said(serving)) == 1 and "locked" in said(serving)[0]
    assert cache.check() == 0 and cache.damaged == []
    offline = cache.serve("--offline").stdio()
    for params in (OCTOCAT, LARGE):
        assert source(offline.result("user.summary", params)) == "cache"


def test_a_file_that_is_locked_at_the_start_is_left_alone(cache: Cache) -> None:
    cache.fill()
    locker = cache.open()
    locker.execute("BEGIN EXCLUSIVE")
    serving = cache.serve()
    goes_on(serving)
    end(serving)
    assert len(said(serving)) == 1 and "locked" in said(serving)[0]
    locker.execute("COMMIT")
    locker.close()
    assert cache.check() == 0 and cache.damaged == []
    assert source(cache.serve("--offline").stdio().result("user.summary", OCTOCAT)) == "cache"


def test_a_file_deleted_while_the_server_runs_is_recreated(cache: Cache) -> None:
    serving = cache.serve()
    server = serving.stdio()
    server.result("user.summary", OCTOCAT)
    # Waits until that is in the file.
    server.result("cache.stats")
    for path in cache.folder.iterdir():
        path.unlink()
    goes_on(serving)
    end(serving)
    assert len(said(serving)) == 1 and "deleted" in said(serving)[0]
    assert cache.check() == 0
    assert source(cache.serve("--offline").stdio().result("user.summary", LARGE)) == "cache"


def test_a_folder_deleted_while_the_server_runs_is_recreated_at_the_next_start(
    cache: Cache
) -> None:
    serving = cache.serve()
    server = serving.stdio()
    server.result("user.summary", OCTOCAT)
    # Waits until that is in the file.
    server.result("cache.stats")
    shutil.rmtree(cache.folder)
    goes_on(serving)
    end(serving)
    assert "deleted" in said(serving)[0]
    if landlock.version() == 0:
        assert len(said(serving)) == 1 and cache.path.exists()
    else:
        # The server may change files only in the folder that is gone.
        assert len(said(serving)) == 2 and not cache.folder.exists()
        assert "kept in memory" in said(serving)[1]
        assert "if the folder was deleted, restart the server" in said(serving)[1]
    serving = cache.serve()
    serving.stdio().result("user.summary", LARGE)
    end(serving)
    assert said(serving) == [] and cache.check() == 0


def test_eight_servers_share_one_file_under_load(cache: Cache) -> None:
    servings = [cache.serve() for _ in range(8)]
    servers: List[Connection] = [serving.stdio() for serving in servings]
    count = 25
    for server in servers:
        # All servers fetch, store and read the same data, each at its own pace.
        server.send(
            *[
                request("users.random", {"seed": number % 20, "count": 5, "sort": "followers"}, number)
                for number in range(count)
            ]
        )  # fmt: skip
    for server in servers:
        assert all("result" in answer for answer in server.receive_answers(count))
    for serving in servings:
        end(serving)
        assert serving.log == ""
    assert cache.check() == 0
