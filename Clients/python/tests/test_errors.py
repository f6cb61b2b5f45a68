"""Errors as exceptions."""

import copy
import pickle
from typing import Any

import gitxplorer
import pytest
from gitxplorer.errors import error_from

#: Codes and kinds, as in README.md's table of errors.
CODES = {
    -32700: gitxplorer.ParseError,
    -32600: gitxplorer.InvalidRequest,
    -32601: gitxplorer.MethodNotFound,
    -32602: gitxplorer.InvalidParams,
    -32603: gitxplorer.InternalError,
    1401: gitxplorer.Unauthorized,
    1403: gitxplorer.Forbidden,
    1404: gitxplorer.NotFound,
    1429: gitxplorer.RateLimited,
    1502: gitxplorer.UpstreamInvalid,
    1503: gitxplorer.UpstreamUnavailable,
    1504: gitxplorer.DeadlineExceeded,
    1510: gitxplorer.Offline,
    -32800: gitxplorer.Cancelled,
    -1: gitxplorer.RPCError,
}


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
