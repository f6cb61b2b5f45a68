"""Autobahn's cases judge the WebSocket half of the library, through its example."""

from __future__ import annotations

import pytest

from harness.autobahn import COMPRESSION, LONG, echo_server, failures, run_cases


@pytest.mark.bound(120)
def test_no_case_fails() -> None:
    with echo_server() as url:
        verdicts = run_cases(url, [], LONG + COMPRESSION)
    assert failures(verdicts) == []
    assert len(verdicts) >= 240
