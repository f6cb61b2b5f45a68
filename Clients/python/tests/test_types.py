"""The types, checked with the fake server's results and with values that do not fit."""

from typing import Any, get_type_hints

import pytest
from conforms import function_name, misfits
from fake_results import RESULTS
from gitxplorer import Client, types


@pytest.mark.parametrize("method", RESULTS)
def test_the_fake_servers_results_have_their_declared_types(method: str) -> None:
    function = getattr(Client, function_name(method))
    assert misfits(RESULTS[method], get_type_hints(function)["return"]) == []


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({}, "/removed: missing"),
        ({"removed": "1"}, "/removed: expected"),
        ({"removed": True}, "/removed: expected"),
        ([], ": expected"),
    ],
)
def test_a_mismatch_is_named(value: Any, fault: str) -> None:
    assert misfits(value, types.CacheCleared)[0].startswith(fault)


def test_mismatches_are_found_in_nested_types() -> None:
    assert misfits({**RESULTS["auth.status"], "state": "odd"}, types.AuthStatus) != []
    summary = {**RESULTS["user.summary"], "topRepositories": [{}]}
    assert "/topRepositories/0/stars: missing" in misfits(summary, types.UserSummary)
