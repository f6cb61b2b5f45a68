"""The contract kit of an installed wheel accepts correct servers and rejects wrong ones."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest
from harness.patience import PATIENCE

REPOSITORY = Path(__file__).parents[4]
FAKE = REPOSITORY / "Tests" / "Contract" / "fake"

#: Wrong servers, with a promise that each breaks.
BROKEN = {
    "generous": "one-fault",
    "positional": "one-fault",
    "strict": "valid-params",
    "forgetful": "examples",
    "laconic": "unknown-method",
    "mortal": "examples",
}
#: Wrong servers, with the only promises that each breaks.
BREAKS_ONLY = {
    "chatty": ["notifications"],
    "mute": ["examples"],
    "stray": ["one-answer"],
    "stringly": ["ids"],
    "single": ["batch-members"],
    "stolid": ["unknown-method", "no-request", "one-fault"],
}

Reports = dict[str, "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def installed(wheel_file: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of a new environment with the wheel and the requirements of its extra."""
    place = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    (packages,) = place.glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel_file).extractall(packages)
    # The extra's requirements are installed here; a test must not download them.
    (packages / "tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return str(place / "bin" / "python")


def start(
    installed: str, environment: dict[str, str], folder: Path, *flags: str
) -> "subprocess.Popen[str]":
    """Runs the kit outside of the repository."""
    unset = {k: v for k, v in environment.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    # Hypothesis takes seconds to compute its Unicode tables, so all runs share them.
    unset.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(installed).parents[1] / "tables"))
    return subprocess.Popen(
        [installed, "-m", "gitxplorer", "contract", "--timeout", str(PATIENCE), *flags],
        cwd=folder,
        env=unset,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: "subprocess.Popen[str]") -> "subprocess.CompletedProcess[str]":
    out, err = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@pytest.fixture(scope="module")
def reports(
    installed: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Reports]:
    """The kit's report on each server, as JSON. The runs are concurrent."""
    folder = tmp_path_factory.mktemp("elsewhere")
    fake = f"{sys.executable} {FAKE / 'server.py'}"
    flags = ("--json", "--server", fake, "--examples", "3")
    running = {"fake": start(installed, dict(os.environ), folder, *flags)}
    for name in [*BROKEN, *BREAKS_ONLY]:
        wrong = f"{sys.executable} {FAKE / 'wrong.py'} {name}"
        some = ("--only", BROKEN[name]) if name in BROKEN else ("--examples", "1")
        # Among more examples are pages of a search that no server gives.
        some = ("--examples", "25") if name == "stolid" else some
        # A method without a response is waited for until the limit.
        limit = ("--timeout", "10") if name == "mute" else ()
        flags = ("--json", "--server", wrong, *some, *limit)
        running[name] = start(installed, dict(os.environ), folder, *flags)
    yield {name: finish(process) for name, process in running.items()}


def broken(report: "subprocess.CompletedProcess[str]") -> list[dict[str, Any]]:
    return [promise for promise in json.loads(report.stdout)["promises"] if promise["broken"]]


def test_a_fake_server_made_from_the_schemas_is_accepted(reports: Reports) -> None:
    report = reports["fake"]
    assert (broken(report), report.returncode, report.stderr) == ([], 0, "")


@pytest.mark.parametrize("name", BROKEN)
def test_a_wrong_server_is_rejected(name: str, reports: Reports) -> None:
    report = reports[name]
    assert report.returncode == 1, report.stderr
    (promise,) = broken(report)
    assert all(part["sent"] and part["came"] and part["expected"] for part in promise["broken"])


@pytest.mark.parametrize("name", BREAKS_ONLY)
def test_one_mistake_breaks_one_promise(name: str, reports: Reports) -> None:
    assert [promise["name"] for promise in broken(reports[name])] == BREAKS_ONLY[name]


def test_a_silent_and_a_dead_server_are_reported_as_such(reports: Reports) -> None:
    (mute,) = broken(reports["mute"])
    assert mute["broken"][0]["came"] == "nothing for 10 seconds"
    (mortal,) = broken(reports["mortal"])
    assert mortal["broken"][0]["came"] == "the server closed the connection (exit status 7)"
    # The other checks run on a new process.
    assert [part["subject"].split()[0] for part in mortal["broken"]] == ["cache.stats"]


def test_silence_is_waited_for_once_and_what_is_not_checked_is_named(reports: Reports) -> None:
    unchecked = {
        name: {each["because"]: each["what"] for each in json.loads(reports[name].stdout)["notChecked"]}
        for name in ("mute", "stolid")
    }
    assert "valid-params (1 of" in unchecked["mute"]["the server does not answer cache.stats"]
    silent = "the server left an input of this kind unanswered: invalid params"
    assert "all-faults (1 of 1), " in unchecked["stolid"][silent]
    assert all(len(promise["broken"]) == 1 for promise in broken(reports["stolid"]))


def test_the_report_names_the_broken_promise_and_how_it_was_broken(
    installed: str, environment: dict[str, str], tmp_path: Path
) -> None:
    wrong = f"{sys.executable} {FAKE / 'wrong.py'} positional"
    flags = ("--only", "all-faults", "--only", "ids")
    report = finish(start(installed, environment, tmp_path, "--server", wrong, *flags))
    lines = [line.strip() for line in report.stdout.splitlines()]
    assert lines[0] == "BROKEN  All invalid params are reported at once."
    assert lines[1] == 'all-faults; protocol.md, "Errors"'
    assert re.match(r'sent      \{.*"method": "users.random", "params": \{"count": 0', lines[3])
    assert re.match(r'came      \{.*"path": "/0"', lines[4])
    assert lines[5].startswith("expected  /count, /extra and /sort in the data.errors of -32602")
    assert "kept    A response has the id of its request, with the same type." in lines
    assert "2 promises: 1 kept, 1 broken." in lines
    # Neither promise is about each method, so nothing is said of `shutdown`.
    unchecked = [line for line in lines if ", because " in line]
    assert unchecked == ["17 promises, because --only names others"]
    assert report.returncode == 1


def test_nothing_is_left_in_the_current_directory(
    installed: str, environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "current"
    folder.mkdir()
    server = f"{sys.executable} {FAKE / 'server.py'}"
    environment["HYPOTHESIS_STORAGE_DIRECTORY"] = ""
    report = finish(start(installed, environment, folder, "--server", server, "--only", "ids"))
    assert (report.returncode, list(folder.iterdir())) == (0, [])


@pytest.mark.parametrize("kind", ["unix", "tcp"])
def test_a_running_server_is_checked(
    kind: str,
    installed: str,
    real_listening: dict[str, str],
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    # `Tests/Contract/test_server.py` checks every promise of the built server.
    flags = ("--connect", real_listening[kind], "--only", "ids", "--only", "examples")
    secret = ("--secret-file", real_listening["secret_file"])
    report = finish(start(installed, environment, tmp_path, *flags, *secret))
    assert (report.stderr, report.returncode) == ("", 0), report.stdout
    assert report.stdout.endswith("2 promises: 2 kept, 0 broken.\n")


@pytest.mark.parametrize(
    ("flags", "status", "words"),
    [
        (("--trace",), 64, "unknown argument '--trace'"),
        ((), 64, "--server COMMAND or --connect ADDRESS"),
        (("--server", "true", "--connect", "unix:/x"), 64, "--server COMMAND or --connect"),
        (("--server", "/nowhere/gitxplorer"), 3, "cannot be started"),
        (("--connect", "unix:/nowhere/socket"), 3, "no server answers"),
        (("--server", "true", "--only", "x"), 64, "there is no promise x; there are shutdown, "),
        (("--server", "true", "--schemas", "/nowhere"), 64, "no openrpc.json in /nowhere"),
        (("--server", "true", "--examples", "0"), 64, "expected a number from 1"),
    ],
)
def test_a_usage_error_is_one_sentence(
    flags: tuple[str, ...],
    status: int,
    words: str,
    installed: str,
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    # Not even an environment variable makes the kit use another server.
    environment = {**environment, "GITXPLORER_CONNECT": "unix:/nowhere/of/mine"}
    report = finish(start(installed, environment, tmp_path, *flags))
    assert report.returncode == status
    assert words in report.stderr and report.stderr.count("\n") == 1, report.stderr


def test_without_the_extra_one_sentence_says_so(
    installed: str, environment: dict[str, str], tmp_path: Path
) -> None:
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(bare)], check=True)
    (packages,) = bare.glob("lib/python*/site-packages")
    (source,) = Path(installed).parents[1].glob("lib/python*/site-packages/gitxplorer")
    (packages / "gitxplorer").symlink_to(source)
    flags = ("--server", "true")
    report = finish(start(str(bare / "bin" / "python"), environment, tmp_path, *flags))
    assert report.returncode == 64
    assert "./Clients/python[contract]" in report.stderr and report.stderr.count("\n") == 1


def test_the_extra_requires_the_versions_that_these_tests_have(wheel_file: Path) -> None:
    (name,) = [n for n in zipfile.ZipFile(wheel_file).namelist() if n.endswith("/METADATA")]
    metadata = Parser().parsestr(zipfile.ZipFile(wheel_file).read(name).decode())
    asked = [
        requirement.partition(";")[0]
        for requirement in metadata.get_all("Requires-Dist", [])
        if 'extra == "contract"' in requirement
    ]
    # hypothesis-jsonschema does not work with every later hypothesis.
    lines = (REPOSITORY / "Tests" / "requirements.in").read_text().splitlines()
    wanted = [line for line in lines if re.match("(hypothesis|jsonschema)", line)]

    def parts(requirement: str) -> set[str]:
        package, bounds = re.fullmatch(r"([a-z-]+)(.*)", requirement.strip()).groups()
        return {package, *bounds.split(",")}

    assert len(asked) == 3
    assert all(parts(requirement) in map(parts, wanted) for requirement in asked), asked


def test_the_sections_named_in_reports_are_in_the_protocol_reference() -> None:
    from gitxplorer.contract.catalog import checks
    from gitxplorer.contract.schemas import Schemas

    text = (REPOSITORY / "Documentation" / "protocol.md").read_text()
    headings = re.findall(r"^## (.+)$", text, re.M)
    assert {check.promise.section for check in checks(Schemas())} <= set(headings)


def test_the_fake_server_needs_only_the_standard_library() -> None:
    # Without site-packages, and with warnings as errors.
    done = subprocess.run(
        [sys.executable, "-E", "-S", "-W", "error", str(FAKE / "server.py")],
        input='{"jsonrpc":"2.0","id":1,"method":"user.summary","params":["octocat"]}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert '"login": "octocat"' in done.stdout, done.stderr
