"""Generated files: those of `gitxplorer schema` and `gitxplorer-dev`; the page of one method."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Dict, List

import pytest
from gitxplorer.contract.schemas import Schemas

from harness.paths import REPOSITORY, SCHEMAS
from harness.patience import STUCK
from harness.processes import Processes

METHODS = list(Schemas(SCHEMAS).methods)

DOCUMENTATION = REPOSITORY / "Documentation"
MANUAL = DOCUMENTATION / "gitxplorer.1"


def files(folder: Path) -> Dict[str, str]:
    """The contents of all files, by path."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_text() for path in paths}


def test_the_committed_files_are_what_the_server_writes(
    processes: Processes, tmp_path: Path
) -> None:
    hint = "accept the difference with: make schemas"
    done = processes.run("schema", "--write", str(tmp_path))
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert files(tmp_path) == {
        path.name: path.read_text() for path in SCHEMAS.iterdir()
    }, hint


def test_the_committed_documents_are_what_the_tables_give(
    processes: Processes, tmp_path: Path
) -> None:
    pages = [path for path in DOCUMENTATION.iterdir() if path.is_file()]
    for path in pages:
        shutil.copy(path, tmp_path)
    commands = processes.run("--experimental-dump-help").stdout
    # Built next to the server.
    subprocess.run([processes.binary + "-dev", str(tmp_path)], input=commands, check=True)
    hint = "accept the difference with: make schemas"
    assert files(tmp_path) == {path.name: path.read_text() for path in pages}, hint


def test_the_results_of_the_examples_are_what_the_sandbox_answers(processes: Processes) -> None:
    environment = {**processes.environment, "GITXPLORER": processes.binary}
    done = subprocess.run(
        [str(REPOSITORY / "Scripts" / "examples"), "--check"],
        capture_output=True, text=True, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_manual_page_reads_well() -> None:
    assert shutil.which("man"), "install man-db"
    environment = {"MANWIDTH": "80", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        ["man", "--warnings", "--local-file", str(MANUAL)],
        capture_output=True, text=True, env=environment, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    text = done.stdout
    assert "gitxplorer - explore GitHub in the terminal and over JSON-RPC 2.0" in text
    headings = [line for line in text.splitlines() if line.isupper() and line[0].isalpha()]
    # The first line has the page's name on both sides.
    assert headings[1:] == [
        *["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "COMMON OPTIONS", "METHODS"],
        *["EXIT STATUS", "ENVIRONMENT", "FILES"],
    ]
    for word in ("--api-url API-URL", "GITXPLORER_API_URL", "GH_TOKEN", "user.summary", "64"):
        assert word in text, word
    assert "$XDG_CACHE_HOME/gitxplorer/cache.sqlite" in text


def example(processes: Processes, method: str) -> str:
    """The last command on a method's page."""
    return processes.run("schema", method).stdout.decode().splitlines()[-1].strip()


@pytest.mark.parametrize("method", METHODS)
def test_a_methods_example_works_when_pasted(
    method: str, processes: Processes, schemas: Schemas, tmp_path: Path
) -> None:
    (tmp_path / "gitxplorer").symlink_to(processes.binary)
    done = subprocess.run(
        ["bash", "-c", example(processes, method)],
        capture_output=True, check=True,
        env={**processes.environment, "PATH": f"{tmp_path}:/usr/bin:/bin"},
    )  # fmt: skip
    schemas.check(f"{method}.result.json", json.loads(done.stdout))


def test_an_unknown_method_gives_a_suggestion(processes: Processes) -> None:
    done = processes.run("schema", "user.sumary")
    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr == (
        b"gitxplorer: there is no method 'user.sumary'; did you mean 'user.summary'?\n"
    )
    done = processes.run("schema", "nothing")
    assert done.returncode == 64 and len(done.stderr.splitlines()) == 1


#: A way to cause each kind of error: flags, an upstream fault, a call.
UNREACHABLE = ["--api-url", "http://127.0.0.1:9"]
SUMMARY = {"login": "octocat"}
FAILURES: Dict[str, List[Any]] = {
    "methodNotFound": [["--sandbox"], "no.such.method", {}],
    "invalidParams": [["--sandbox"], "user.summary", {}],
    "unauthorized": [["--sandbox"], "auth.login", {"token": "ghp_bad"}],
    "notFound": [["--sandbox"], "user.summary", {"login": "no-such-user-anywhere-at-all-0"}],
    "rateLimited": [["--sandbox", "--sandbox-option", "rate-limit=0"], "user.summary", SUMMARY],
    "upstreamUnavailable": [UNREACHABLE, "user.summary", SUMMARY],
    "deadlineExceeded": [
        ["--sandbox", *STUCK, "--request-timeout", "0.2"], "user.summary", SUMMARY,
    ],
    "offline": [["--sandbox", "--offline"], "user.summary", SUMMARY],
}


@pytest.mark.parametrize("kind", FAILURES)
def test_each_kind_of_error_is_as_documented(
    kind: str, processes: Processes, schemas: Schemas
) -> None:
    flags, method, params = FAILURES[kind]
    done = processes.run("call", *flags, method, json.dumps(params))
    assert done.returncode == 1, done.stderr
    error = json.loads(done.stderr)
    schemas.check("errors.json", error)
    assert error["data"]["kind"] == kind


@pytest.mark.parametrize(
    ("kind", "exchange"),
    [
        ("forbidden", {"status": 451, "body": {"message": "Repository access blocked"}}),
        ("upstreamInvalid", {"status": 200, "body": ["not a user"]}),
    ],
)
def test_an_error_response_of_github_is_as_documented(
    kind: str, exchange: Dict[str, Any], processes: Processes, schemas: Schemas, tmp_path: Path
) -> None:
    recording = tmp_path / "recording.jsonl"
    request = {"method": "GET", "path": "/users/octocat", "query": ""}
    headers = {"content-type": "application/json; charset=utf-8"}
    response = {"headers": headers, **exchange}
    recording.write_text(json.dumps({"request": request, "response": response}) + "\n")
    flags = ["--sandbox", "--sandbox-option", f"replay={recording}"]
    done = processes.run("call", *flags, "user.summary", json.dumps(SUMMARY))
    assert done.returncode == 1, done.stderr
    error = json.loads(done.stderr)
    schemas.check("errors.json", error)
    assert error["data"]["kind"] == kind


def test_some_test_causes_every_kind_of_error(schemas: Schemas) -> None:
    elsewhere = {
        # The contract tests of messages cover these; no call can cause them.
        *["parseError", "invalidRequest"],
        *["cancelled", "forbidden", "upstreamInvalid"],
        "internalError",
    }
    assert set(FAILURES) | elsewhere == set(schemas.files["errors.json"]["$defs"])


def test_a_cancelled_request_is_answered_as_documented(
    processes: Processes, schemas: Schemas
) -> None:
    server = processes.popen("serve", "--sandbox", *STUCK).stdio()
    server.send({"jsonrpc": "2.0", "id": "a", "method": "user.summary", "params": SUMMARY})
    server.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "a"}})
    answer = server.receive_answer()
    schemas.check("errors.json", answer["error"])
    assert (answer["id"], answer["error"]["code"]) == ("a", -32800)
