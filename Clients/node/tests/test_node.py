"""The types compile and reject mistakes; the client's own tests pass."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import gitxplorer

NODE = Path(__file__).resolve().parents[1]
TSC = [
    "tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "node16",
    "--moduleResolution", "node16", "--noImplicitReturns",
]  # fmt: skip


def test_the_types_accept_and_reject_what_they_should() -> None:
    files = ["gitxplorer.d.ts", "client.d.mts", "tests/typed.mts", "tests/refused.ts"]
    done = subprocess.run([*TSC, *files], cwd=NODE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_of_the_web_explorer_have_no_mistakes() -> None:
    options = [
        "--allowJs", "--checkJs", "--module", "es2022", "--moduleResolution", "node16",
        "--lib", "es2022,dom,dom.iterable",
    ]  # fmt: skip
    done = subprocess.run(
        ["tsc", "--noEmit", "--strict", "--target", "es2022", *options, "main.mjs"],
        cwd=NODE.parent / "web",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_client_works_with_the_built_server(
    real_binary: str, environment: dict[str, str]
) -> None:
    done = subprocess.run(
        ["node", "--test", "tests/client.test.mjs"],
        cwd=NODE,
        env={**environment, "GITXPLORER": real_binary},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readmes_example_works(
    real_binary: str, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "gitxplorer").symlink_to(real_binary)
    (tmp_path / "node").symlink_to(NODE)
    readme = (NODE.parent / "README.md").read_text()
    (example,) = re.findall(r"```js\n(.*?)```", readme, re.DOTALL)
    (tmp_path / "example.mjs").write_text(example)
    done = subprocess.run(
        ["node", "example.mjs"],
        cwd=tmp_path,
        env={**environment, "PATH": f"{tmp_path}:{environment['PATH']}"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() and "kind: 'end'" in done.stderr


def test_the_version_is_that_of_the_other_clients() -> None:
    assert f'"version": "{gitxplorer.__version__}"' in (NODE / "package.json").read_text()
