"""The declarations compile, refuse what is wrong, and carry a client that works."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

TYPESCRIPT = Path(__file__).resolve().parents[1]
TSC = ["tsc", "--strict", "--target", "es2020", "--module", "es2020", "--noImplicitReturns"]


def compile(*arguments: str) -> None:
    """Runs the compiler, which prints what is wrong."""
    done = subprocess.run([*TSC, *arguments], cwd=TYPESCRIPT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_declarations_and_what_they_refuse_are_checked_by_the_compiler() -> None:
    compile("--noEmit", "gitxplorer.d.ts", "examples/client.ts", "tests/refused.ts")


def test_the_example_describes_users(
    tmp_path: Path, real_binary: str, environment: dict[str, str]
) -> None:
    compile("--outDir", str(tmp_path), "examples/client.ts")
    shutil.copy(TYPESCRIPT / "examples" / "main.mjs", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    done = subprocess.run(
        ["node", "main.mjs", "octocat", "no-such-user-anywhere-at-all-0"],
        cwd=tmp_path,
        env={**environment, "GITXPLORER_SERVER": f"{real_binary} serve --sandbox"},
        capture_output=True,
        text=True,
        timeout=30,
    )
    octocat, nobody = done.stdout.splitlines()
    assert octocat.startswith("octocat: ") and " stars, " in octocat, done.stderr
    assert nobody.endswith("nobody; see https://github.com/no-such-user-anywhere-at-all-0")
