"""Errors as exceptions."""

import copy
import pickle
from typing import Any

import gitxplorer
import pytest
from gitxplorer.errors import CLASSES
from gitxplorer.messages import error_from

#: The classes by code, and a code that no kind has.
CODES = {**CLASSES, -1: gitxplorer.RPCError}


def check(code: int, data: dict[str, Any]) -> Any:
    """The exception for a code has the members of the error."""
    error = error_from({"code": code, "message": "Do this.", "data": data})
    assert (error.code, error.message, str(error), error.data) == (
        code,
        "Do this.",
        "Do this.",
        data,
    )
    return error


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_its_class(code: int) -> None:
    kind: type[gitxplorer.RPCError] = CODES[code]
    assert type(check(code, {"kind": "some", "retryable": True})) is kind
    assert getattr(gitxplorer, kind.__name__) is kind


def test_members_of_data_are_attributes() -> None:
    limited = check(1429, {"kind": "rateLimited", "retryAfterSeconds": 7, "resetAt": "2026"})
    assert (limited.kind, limited.retry_after, limited.reset_at) == ("rateLimited", 7, "2026")
    missing = check(1404, {"resource": "user x", "profileUrl": "https://github.com/x"})
    assert (missing.resource, missing.profile_url) == ("user x", "https://github.com/x")
    assert check(-32601, {"suggestion": "users.random"}).suggestion == "users.random"
    faults = [{"path": "/count", "message": "too large"}]
    assert check(-32602, {"errors": faults}).errors == faults


@pytest.mark.parametrize("code", CODES)
def test_errors_survive_pickling_and_copying(code: int) -> None:
    error = check(code, {"kind": "some", "retryAfterSeconds": 7})
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error) and again.data == error.data
        assert (again.code, str(again)) == (code, "Do this.")


@pytest.mark.parametrize("member", [None, "text", {}, {"code": "x", "data": []}])
def test_a_malformed_error_is_still_an_error(member: Any) -> None:
    assert error_from(member).data == {}
