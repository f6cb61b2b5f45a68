"""The examples run."""

import asyncio
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from gitxplorer import Client

EXAMPLES = Path(__file__).parents[1] / "examples"


def load(name: str) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_summaries_are_fetched_concurrently(
    fake_command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(load("side_by_side").main(["octocat", "nobody"], fake_command))
    assert capsys.readouterr().out.splitlines() == [
        "octocat: 1,234,609 stars, Swift",
        "nobody: nobody; see https://github.com/nobody",
    ]


def test_a_login_by_code_waits_for_the_person(
    fake_command: list[str], environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    pending = {"state": "pending", "userCode": "ABCD-EFGH", "verificationUri": "https://x/device"}
    status = {"state": "authenticated", "login": "octocat", "scopes": [], "tokenSource": "session"}
    answers = {"auth.login": pending, "auth.status": status, "changed": {"state": "authenticated"}}
    own = {**environment, "FAKE_SIGN_IN": json.dumps(answers)}
    with Client.spawn(fake_command, env=own) as client:
        assert load("log_in").log_in(client, ["repo"]) == "octocat"
    assert capsys.readouterr().out == "Type ABCD-EFGH in at https://x/device\n"
