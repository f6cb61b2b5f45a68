"""Results and errors are what their schemas say."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import pytest

from harness.paths import SCHEMAS
from harness.processes import Processes
from harness.schemas import Schemas
from harness.wire import Connection

# Read when tests are collected.
METHODS = Schemas(SCHEMAS).methods


def example_calls() -> List[Tuple[str, Dict[str, Any]]]:
    """The calls that the document shows."""
    return [
        (name, {param["name"]: param["value"] for param in example["params"]})
        for name, method in METHODS.items()
        for example in method["examples"]
    ]


@pytest.mark.parametrize(
    ("method", "params"), example_calls(), ids=[str(call) for call in example_calls()]
)
def test_an_example_of_the_document_is_answered_as_described(
    method: str, params: Dict[str, Any], processes: Processes, schemas: Schemas
) -> None:
    server = processes.popen(*processes.command[1:]).stdio()
    answer = server.call(method, params)
    schemas.check_answer(method, answer)
    code = answer.get("error", {}).get("code")
    assert code not in (-32602, -32603), answer


@pytest.mark.parametrize("method", [name for name in METHODS if name != "shutdown"])
def test_the_same_call_again_is_answered_as_described(
    method: str, server: Connection, schemas: Schemas
) -> None:
    # A second answer may come from another place, such as a cache.
    params = next(params for name, params in example_calls() if name == method)
    for _ in range(2):
        schemas.check_answer(method, server.call(method, params))


def test_shutdown_is_answered_by_null(processes: Processes) -> None:
    server = processes.popen(*processes.command[1:]).stdio()
    assert server.result("shutdown") is None


def test_a_method_that_is_not_there_is_told_as_described(
    server: Connection, schemas: Schemas
) -> None:
    error = server.error("no.such.method")
    schemas.check("errors.json", error)
    assert (error["code"], error["data"]["method"]) == (-32601, "no.such.method")


@pytest.mark.parametrize(
    ("text", "code"),
    [("nonsense", -32700), ("{", -32700), ("[]", -32600), ("1", -32600), ("{}", -32600),
     ('{"jsonrpc":"2.0","id":1,"method":1}', -32600),
     ('{"jsonrpc":"1.0","id":1,"method":"rate.status"}', -32600)],
)  # fmt: skip
def test_what_is_no_request_is_told_as_described(
    text: str, code: int, processes: Processes, schemas: Schemas
) -> None:
    # JSON of a word or a number alone does not tell which framing is spoken.
    server = processes.popen(*processes.command[1:]).stdio()
    server.call("rpc.discover")
    server.send(text)
    error = server.receive_answer()["error"]
    schemas.check("errors.json", error)
    assert error["code"] == code


@pytest.mark.parametrize("id", [0, -1, 2**53, "1", "", "ünï", 1.5])
def test_an_answer_has_the_id_of_its_request(id: Any, server: Connection) -> None:
    for method in ("rpc.discover", "no.such.method"):
        server.send({"jsonrpc": "2.0", "id": id, "method": method})
        answer = server.receive_answer()
        assert answer["id"] == id and isinstance(answer["id"], type(id))
        assert answer["jsonrpc"] == "2.0"


def test_a_notification_is_not_answered(server: Connection) -> None:
    server.send({"jsonrpc": "2.0", "method": "no.such.method"})
    server.send({"jsonrpc": "2.0", "method": "rpc.discover", "params": {"unknown": 1}})
    assert "result" in server.call("rpc.discover")
