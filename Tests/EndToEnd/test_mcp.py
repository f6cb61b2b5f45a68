"""The messages of `gitxplorer mcp`: both generations of the protocol, ends, cancellation."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any, Dict

import pytest

from harness.clock import Clock
from harness.mcp import (
    AUTH_TOOL_CALLS,
    HANDSHAKE_VERSIONS,
    TOOL_CALLS,
    VERSION,
    cancelled,
    initialize,
    notification,
    stateless,
    tool_call,
)
from harness.paths import SCHEMAS
from harness.patience import PATIENT
from harness.processes import Processes, Serving
from harness.relay import Relay
from harness.sandbox import Sandbox
from harness.wire import Connection, framed, request, unframed

OCTOCAT = {"login": "octocat"}


@pytest.fixture
def server(processes: Processes) -> Connection:
    return processes.popen("mcp", "--sandbox").stdio()


@pytest.fixture
def signing_in(processes: Processes) -> Connection:
    """A server whose tools may change the token."""
    return processes.popen("mcp", "--sandbox", "--auth-tools").stdio()


@pytest.fixture
def sandbox(processes: Processes) -> Sandbox:
    return processes.start_sandbox("--rate-limit", "100000")


def behind(sandbox: Sandbox, processes: Processes, *flags: str) -> Serving:
    return processes.popen("mcp", "--api-url", sandbox.url, "--cache", ":memory:", *flags)


def fault(result: Dict[str, Any]) -> Dict[str, Any]:
    """The error in a result with isError."""
    assert result["isError"] is True, result
    assert "structuredContent" not in result
    error = result["_meta"]["gitxplorer/error"]
    assert [part["type"] for part in result["content"]] == ["text", "text"]
    assert result["content"][0]["text"] == error["message"]
    assert json.loads(result["content"][1]["text"]) == error
    return error


@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
def test_an_older_revision_begins_with_initialize(version: str, server: Connection) -> None:
    assert server.result("initialize", initialize(version))["protocolVersion"] == version
    server.send(notification("notifications/initialized"))
    tools = server.result("tools/list")
    assert [tool["name"] for tool in tools["tools"]] == list(TOOL_CALLS)
    assert set(tools) == {"tools"}
    result = server.result("tools/call", {"name": "user_summary", "arguments": OCTOCAT})
    assert set(result) == {"content", "structuredContent", "isError"}
    assert server.result("ping") == {}


def test_revision_2026_07_28_needs_no_handshake(server: Connection) -> None:
    described = server.result("server/discover", stateless())
    assert described["supportedVersions"] == [VERSION, *HANDSHAKE_VERSIONS]
    for method in ("server/discover", "tools/list"):
        result = server.result(method, stateless())
        assert result["resultType"] == "complete"
        assert result["ttlMs"] > 0 and result["cacheScope"] == "public"
        assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "gitxplorer"
    result = server.result("tools/call", tool_call("user_summary", OCTOCAT))
    assert result["resultType"] == "complete" and result["isError"] is False


@pytest.mark.parametrize("variable", [{}, {"GITXPLORER_AUTH_TOOLS": "1"}])
def test_tools_that_change_the_token_are_there_only_with_the_flag(
    variable: Dict[str, str], processes: Processes
) -> None:
    server = processes.popen("mcp", "--sandbox", environment=variable).stdio()
    tools = {tool["name"] for tool in server.result("tools/list", stateless())["tools"]}
    assert tools == {*TOOL_CALLS, *(AUTH_TOOL_CALLS if variable else {})}
    for tool, arguments in ({} if variable else AUTH_TOOL_CALLS).items():
        error = server.error("tools/call", tool_call(tool, arguments))
        assert error["code"] == -32602 and "--auth-tools" in error["message"]
    status = server.result("tools/call", tool_call("auth_status"))["structuredContent"]
    assert status["state"] == "anonymous"


def test_a_list_is_a_table_of_the_fields_that_a_call_asks_for(server: Connection) -> None:
    def call(**fields: Any) -> Any:
        arguments = {"login": "github", **fields}
        result = server.result("tools/call", tool_call("repos_list", arguments))
        gist, table = (part["text"] for part in result["content"])
        assert len((gist + table).encode()) <= 16_000
        return result["structuredContent"]["repositories"], *table.splitlines()

    few, first, *lines = call()
    assert first == "name, stars, language, description"
    assert len(few) == 100 and [json.loads(f"[{line}]") for line in lines] == [
        list(each.values()) for each in few
    ]
    some, first, line = call(fields=["forks", "topics"], limit=1)
    assert first == "forks, topics" and set(some[0]) == {"forks", "topics"}
    schema = json.loads((SCHEMAS / "repos.list.result.json").read_text())["$defs"]["Repository"]
    every, *_, last = call(fields=["*"])
    assert set(every[0]) == set(schema["properties"])
    assert last.startswith("The table is cut here; ")
    arguments = {"login": "github", "fields": ["name", "size"]}
    error = fault(server.result("tools/call", tool_call("repos_list", arguments)))
    (told,) = error["data"]["errors"]
    assert told["path"] == "/fields/1" and "size" in told["message"] and "forks" in told["message"]


def test_a_tools_params_are_those_of_its_method(signing_in: Connection) -> None:
    tools = signing_in.result("tools/list", stateless())["tools"]
    assert len(json.dumps(tools, separators=(",", ":"))) <= 1500 * len(tools)
    for tool in tools:
        method = tool["name"].replace("_", ".", 1)
        params = json.loads((SCHEMAS / f"{method}.params.json").read_text())
        assert "$defs" not in params
        given = dict(tool["inputSchema"].get("properties", {}))
        given.pop("fields", None)
        properties = dict(params.get("properties", {}))
        properties.pop("workDoneToken", None)
        for param in properties.values():
            param["description"] = re.split(r"(?<=\.) ", param["description"])[0]
        assert given == properties
        assert tool["inputSchema"].get("required") == params.get("required")
        # The one rule that only the description states: "Give exactly one of ...".
        assert ("oneOf" in params) == ("exactly one" in tool["description"])


def test_messages_are_lines_over_a_pipe(processes: Processes) -> None:
    messages = [
        request("initialize", initialize(), 1),
        notification("notifications/initialized"),
        request("tools/call", {"name": "users_random", "arguments": {"count": 2}}, "two"),
    ]
    # Its flags have environment variables, like those of every command.
    variables = {"GITXPLORER_SANDBOX": "true"}
    done = processes.run("mcp", input=b"".join(map(framed, messages)), environment=variables)
    answers = {answer["id"]: answer["result"] for answer in unframed(done.stdout)}
    assert len(answers["two"]["structuredContent"]["users"]) == 2
    assert done.returncode == 0 and done.stderr == b""


def test_a_result_has_a_lifetime_and_a_scope(signing_in: Connection) -> None:
    server = signing_in

    def hint(tool: str, arguments: Any = None) -> Any:
        result = server.result("tools/call", tool_call(tool, arguments))
        return result.get("ttlMs"), result.get("cacheScope")

    time, scope = hint("user_summary", OCTOCAT)
    assert 0 < time <= 3_600_000 and scope == "public"
    assert hint("users_random") == (0, "public")
    assert hint("auth_status") == (None, None)
    server.result("tools/call", tool_call("auth_login", {"token": "ghp_octocat"}))
    assert hint("user_summary", OCTOCAT)[1] == "private"


def test_a_failure_of_github_is_a_result_with_is_error(
    processes: Processes, sandbox: Sandbox
) -> None:
    server = behind(sandbox, processes).stdio()
    error = fault(server.result("tools/call", tool_call("user_summary", {"login": "no-such-x"})))
    assert (error["code"], error["data"]["kind"]) == (1404, "notFound")
    assert error["data"]["profileUrl"] == "https://github.com/no-such-x"
    sandbox.configure(rateLimit=0)
    error = fault(server.result("tools/call", tool_call("repos_list", OCTOCAT)))
    assert (error["code"], error["data"]["retryable"]) == (1429, True)


@pytest.mark.parametrize(
    ("tool", "arguments", "pointer"),
    [
        ("users_random", {"count": 0}, "/count"),
        ("users_random", {"workDoneToken": "t"}, "/workDoneToken"),
        ("user_summary", {}, "/login"),
        ("user_summary", {"name": "octocat"}, "/name"),
        ("search_users", {"query": "x", "page": 1000, "perPage": 100}, "/page"),
    ],
)
def test_invalid_arguments_are_a_result_with_their_paths(
    tool: str, arguments: Any, pointer: str, server: Connection
) -> None:
    error = fault(server.result("tools/call", tool_call(tool, arguments)))
    assert error["code"] == -32602
    assert error["data"]["errors"][0]["path"] == pointer


def test_mutually_exclusive_arguments_are_a_result_with_is_error(signing_in: Connection) -> None:
    both = {"token": "secret-token-value", "device": True}
    error = fault(signing_in.result("tools/call", tool_call("auth_login", both)))
    assert error["code"] == -32602 and "secret-token-value" not in json.dumps(error)


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("tools/call", tool_call("users_list"), -32602),
        ("tools/call", tool_call("cache_clear"), -32602),
        ("tools/call", tool_call("users.random"), -32602),
        ("tools/list", None, -32602),
        ("tools/list", stateless(version="1900-01-01"), -32022),
        ("ping", stateless(), -32601),
        ("prompts/list", stateless(), -32601),
        ("users.random", None, -32601),
        ("shutdown", None, -32601),
    ],
)
def test_an_invalid_request_is_an_error(
    method: str, params: Any, code: int, server: Connection
) -> None:
    assert server.error(method, params)["code"] == code


def test_a_cancelled_call_gets_no_response_and_its_transfer_is_aborted(
    processes: Processes, sandbox: Sandbox
) -> None:
    sandbox.fault("timeout", "/users/octocat")
    # Only one transfer at a time: the second call is answered only after the first has ended.
    serving = behind(sandbox, processes, "--upstream-concurrency", "1", *PATIENT)
    server = serving.stdio()
    server.send(request("tools/call", tool_call("user_summary", OCTOCAT, progressToken=1), "a"))
    progress = server.receive()
    assert progress is not None and progress["method"] == "notifications/progress"
    server.send(cancelled("a"), cancelled("a"), cancelled("never sent"))
    server.send(request("tools/call", tool_call("users_random", {"count": 1}), "b"))
    answer = server.receive_answer()
    assert answer["id"] == "b" and answer["result"]["isError"] is False
    server.end_input()
    assert server.rest() == []
    assert serving.wait() == 0


@pytest.mark.parametrize("token", ["t", 7])
def test_progress_increases_up_to_the_total(token: Any, server: Connection) -> None:
    call = tool_call("repos_list", {"login": "github"}, progressToken=token)
    server.result("tools/call", call)
    told = [message["params"] for message in server.notifications]
    assert {message["method"] for message in server.notifications} == {"notifications/progress"}
    assert {params["progressToken"] for params in told} == {token}
    steps = [params["progress"] for params in told]
    assert steps == sorted(set(steps)) and steps[-1] == told[-1]["total"]
    assert all(params["progress"] <= params["total"] for params in told)
    server.notifications.clear()
    server.result("tools/call", call)
    assert server.notifications == [], "what comes from the cache needs no progress"


def test_unread_progress_does_not_fill_the_memory(
    processes: Processes, sandbox: Sandbox
) -> None:
    serving = behind(sandbox, processes)
    server = serving.stdio()
    # Each notification repeats the token, and the list takes seven requests.
    token = "t" * 4_000_000
    call = tool_call("repos_list", {"login": "github"}, progressToken=token)
    server.send(request("tools/call", call))
    sandbox.wait_for(lambda stats: stats["requests"] >= 7 and stats["inFlight"] == 0)
    # Reading makes room for more.
    serving.facts.wait_for_rest()
    assert "result" in server.receive_answer()
    assert 1 <= len(server.notifications) <= 4


def test_only_mcp_messages_are_sent(signing_in: Connection) -> None:
    server = signing_in
    server.result("tools/call", tool_call("auth_login", {"token": "ghp_octocat"}))
    server.result("tools/call", tool_call("auth_logout"))
    assert server.notifications == [], "auth.changed is no notification of MCP"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_a_call_finish(
    number: int, processes: Processes, tmp_path: Path, held_github: Relay
) -> None:
    clock = Clock(tmp_path)
    serving = processes.popen("mcp", *held_github.upstream, environment=clock.environment)
    server = serving.stdio()
    server.send(
        request("tools/call", tool_call("user_summary", OCTOCAT), "slow"),
        request("tools/call", tool_call("auth_status"), "read"),
    )
    assert server.receive_answer()["id"] == "read"
    clock.stop()
    serving.process.send_signal(number)
    serving.facts.wait_for_rest()
    held_github.holds = False
    answer = server.receive_answer()
    assert answer["id"] == "slow" and answer["result"]["isError"] is False
    assert server.receive() is None
    assert serving.wait() == 0


def test_the_end_of_the_input_lets_a_call_finish(
    processes: Processes, tmp_path: Path, held_github: Relay
) -> None:
    clock = Clock(tmp_path)
    serving = processes.popen("mcp", *held_github.upstream, environment=clock.environment)
    server = serving.stdio()
    clock.stop()
    server.send(request("tools/call", tool_call("user_summary", OCTOCAT), "slow"))
    server.end_input()
    serving.facts.wait_for_rest()
    held_github.holds = False
    assert [answer["id"] for answer in server.rest()] == ["slow"]
    assert serving.wait() == 0


def test_invalid_json_is_answered_and_so_is_the_next_line(server: Connection) -> None:
    server.send_bytes(b"Content-Length: 2\r\n")
    assert server.receive_answer()["error"]["code"] == -32700
    assert "result" in server.call("server/discover", stateless())
