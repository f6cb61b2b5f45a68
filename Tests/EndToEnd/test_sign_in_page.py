"""A person uses the sandbox's page for device codes in a browser."""

from __future__ import annotations

import asyncio
import re
import subprocess
from pathlib import Path

import pytest

from harness.chromium import chromium
from harness.processes import Processes


def said(line: str) -> "tuple[str, str]":
    """The page and the code that `login` prints."""
    found = re.match(r"Open (http://127\.0\.0\.1:\d+/login/device) .* ([A-Z]{4}-[A-Z]{4})\. ", line)
    assert found and line.endswith("That page of the sandbox approves it.\n"), line
    return found[1], found[2]


@pytest.mark.parametrize(
    ("decision", "answer", "status"), [("approve", "approved", 0), ("deny", "denied", 1)]
)
def test_a_person_in_a_browser_approves_or_denies_a_sign_in(
    decision: str, answer: str, status: int, processes: Processes, tmp_path: Path
) -> None:
    async def decide(page: str, code: str) -> None:
        async with chromium(tmp_path / "profile") as browser:
            await browser.go(page)
            await browser.until("document.activeElement.name == 'user_code'")
            await browser.type("ZZZZ-ZZZZ")
            await browser.click(f"button[value={decision}]")
            await browser.until("document.body.innerText.includes('No sign-in waits')")
            await browser.click("a")
            await browser.until("document.activeElement.name == 'user_code'")
            # Typed as a person in a hurry would.
            await browser.type(code.lower().replace("-", ""))
            await browser.click(f"button[value={decision}]")
            await browser.until(f"document.body.innerText.includes('is {answer}')")

    command = [processes.binary, "login", "--sandbox"]
    with subprocess.Popen(
        command,
        env=processes.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as login:
        assert login.stdout is not None
        asyncio.run(decide(*said(login.stdout.readline())))
        rest = login.stdout.read()
    assert login.returncode == status
    assert ("octocat" in rest) == (decision == "approve"), rest
