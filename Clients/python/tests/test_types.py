"""The types, checked with the fake server's results and with values that do not fit."""

from typing import Any

import pytest
from conforms import misfits
from fake_results import RESULTS
from gitxplorer import types

#: The type of each method's result.
RESULT_TYPES = {
    "users.random": types.RandomUsers,
    "repos.list": types.RepositoryList,
    "user.summary": types.UserSummary,
    "search.users": types.UserSearch,
    "repo.stargazers": types.StargazerPage,
    "user.avatar": types.Avatar,
    "rate.status": types.RateStatus,
    "cache.stats": types.CacheStats,
    "cache.clear": types.CacheCleared,
    "auth.status": types.AuthStatus,
    "initialize": types.InitializeResult,
}


@pytest.mark.parametrize("method", RESULT_TYPES)
def test_the_fake_servers_results_have_their_declared_types(method: str) -> None:
    assert misfits(RESULTS[method], RESULT_TYPES[method]) == []


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
