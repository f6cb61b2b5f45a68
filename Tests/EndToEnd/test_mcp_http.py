"""`/mcp`: MCP's Streamable HTTP, as clients of both generations see it.

The first part plays the scenarios ``server-stateless``, ``http-header-validation``,
``dns-rebinding-protection``, ``caching`` and ``tools-*`` of modelcontextprotocol/conformance.
"""

from __future__ import annotations

import base64
import json
import re
from typing import Any, Callable, Dict, List, Optional, Tuple

import pytest

from harness.asking import Answer, ask, front_of, serve_http
from harness.mcp import HANDSHAKE_VERSIONS, TOOL_CALLS, VERSION, initialize, notification
from harness.mcp import stateless, tool_call
from harness.patience import ENDLESS, PATIENT
from harness.processes import Processes
from harness.relay import Relay
from harness.sandbox import Sandbox
from harness.waiting import until
from harness.web import Front
from harness.wire import request

BOTH = "application/json, text/event-stream"
OCTOCAT = {"login": "octocat"}


@pytest.fixture(scope="module")
def front(module_processes: Processes) -> Front:
    return front_of(serve_http(module_processes))


def post(front: Front, body: Any, **fields: str) -> Answer:
    return ask(front, "POST", "/mcp", body, **{"Accept": BOTH, **fields})


def modern(front: Front, method: str, params: Any = None, **fields: Optional[str]) -> Answer:
    """A request of 2026-07-28. Its fields agree with it but for ``fields``; None is no field."""
    params = stateless() if params is None else params
    usual = {"MCP_Protocol_Version": VERSION, "Mcp_Method": method}
    if method == "tools/call":
        usual["Mcp_Name"] = params.get("name")
    given = {name: value for name, value in {**usual, **fields}.items() if value is not None}
    return post(front, request(method, params, 7), **given)


def result(answer: Answer) -> Any:
    assert answer.status == 200 and answer.fields["content-type"] == "application/json"
    assert answer.json["id"] == 7, answer
    return answer.json["result"]


def check_refusal(answer: Answer, status: int, code: int, id: Any = 7) -> Any:
    assert (answer.status, answer.json["error"]["code"]) == (status, code), answer
    assert answer.json["id"] == id and "mcp-session-id" not in answer.fields
    return answer.json["error"]


def events(answer: Answer) -> List[Any]:
    """The messages of a stream of events."""
    assert answer.status == 200 and answer.fields["content-type"] == "text/event-stream"
    assert answer.fields["x-accel-buffering"] == "no"
    assert answer.fields["cache-control"] == "no-store"
    *parts, rest = answer.body.split(b"\n\n")
    assert rest == b"" and all(part.startswith(b"event: message\ndata: {") for part in parts)
    return [json.loads(part.partition(b"data: ")[2]) for part in parts]


def test_the_revision_without_state_is_served_without_a_handshake(front: Front) -> None:
    described = result(modern(front, "server/discover"))
    assert described["supportedVersions"] == [VERSION, *HANDSHAKE_VERSIONS]
    assert described["capabilities"] == {"tools": {"listChanged": False}}
    listed = result(modern(front, "tools/list"))
    for each in (described, listed):
        assert each["resultType"] == "complete"
        assert isinstance(each["ttlMs"], int) and each["ttlMs"] >= 0
        assert each["cacheScope"] in ("public", "private")
        assert each["_meta"]["io.modelcontextprotocol/serverInfo"]["version"]
    assert [tool["name"] for tool in listed["tools"]] == list(TOOL_CALLS)
    assert all(re.fullmatch(r"[A-Za-z0-9_./-]{1,64}", name) for name in TOOL_CALLS)
    called = result(modern(front, "tools/call", tool_call("user_summary", OCTOCAT)))
    assert called["structuredContent"]["user"]["login"] == "octocat"
    assert [part["type"] for part in called["content"]] == ["text", "text"]
    picture = result(modern(front, "tools/call", tool_call("user_avatar", OCTOCAT)))
    assert picture["content"][1]["type"] == "image"
    assert base64.b64decode(picture["content"][1]["data"]).startswith(b"\x89PNG")
    wrong = result(modern(front, "tools/call", tool_call("user_summary", {"login": "-/-"})))
    assert wrong["isError"] and wrong["content"][0]["text"]


def without(key: str) -> Dict[str, Any]:
    params = stateless()
    del params["_meta"]["io.modelcontextprotocol/" + key]
    return params


OTHER = "2099-01-01"
SUMMARY = tool_call("user_summary", OCTOCAT)
#: A method, its params, fields, and the status and the code of the refusal.
REFUSED: List[Tuple[str, Any, Dict[str, Optional[str]], int, int]] = [
    ("server/discover", {}, {}, 400, -32602),
    ("server/discover", without("protocolVersion"), {}, 400, -32602),
    ("server/discover", without("clientCapabilities"), {}, 400, -32602),
    ("server/discover", stateless(version=OTHER), {"MCP_Protocol_Version": OTHER}, 400, -32022),
    ("tools/list", {}, {"MCP_Protocol_Version": OTHER}, 400, -32022),
    ("server/discover", stateless(version=OTHER), {}, 400, -32020),
    ("tools/list", None, {"MCP_Protocol_Version": None}, 400, -32020),
    ("tools/list", None, {"MCP_Protocol_Version": "2025-11-25"}, 400, -32020),
    ("tools/list", None, {"Mcp_Method": None}, 400, -32020),
    ("tools/list", None, {"Mcp_Method": "prompts/list"}, 400, -32020),
    ("tools/list", None, {"Mcp_Method": "TOOLS/LIST"}, 400, -32020),
    ("tools/call", SUMMARY, {"Mcp_Name": None}, 400, -32020),
    ("tools/call", SUMMARY, {"Mcp_Name": "wrong_tool_name"}, 400, -32020),
    ("tools/call", stateless(), {"Mcp_Name": "user_summary"}, 400, -32020),
    *[
        (method, None, {}, 404, -32601)
        for method in ["initialize", "ping", "logging/setLevel", "resources/subscribe"]
        + ["resources/unsubscribe", "subscriptions/listen", "prompts/list", "unknown/method"]
    ],
]


def test_what_disagrees_or_is_unknown_is_refused(front: Front) -> None:
    for method, params, fields, status, code in REFUSED:
        error = check_refusal(modern(front, method, params, **fields), status, code)
        if code == -32022:
            assert error["data"]["requested"] == OTHER and VERSION in error["data"]["supported"]
    for fields in ({"mcp_method": "tools/list"}, {"MCP_METHOD": "\t tools/list "}):
        result(modern(front, "tools/list", None, **{"Mcp_Method": None, **fields}))
    encoded = f"=?base64?{base64.b64encode(b'user_summary').decode()}?="
    # A comma does not split the name.
    unknown = modern(front, "tools/call", {"name": "a,b"}, Mcp_Name="a,b")
    assert unknown.json["error"]["code"] == -32602, unknown
    for name in ("  user_summary  ", encoded):
        result(modern(front, "tools/call", SUMMARY, Mcp_Name=name))


def test_a_page_of_another_site_gets_nothing(front: Front) -> None:
    body = request("initialize", initialize(), 7)
    for host, origin, status in (
        (front.authority, f"http://{front.authority}", 200),
        ("evil.example.com", "http://evil.example.com", 421),
        (f"evil.example.com:{front.port}", f"http://evil.example.com:{front.port}", 421),
        (front.authority, "http://evil.example.com", 403),
        (front.authority, "null", 403),
    ):
        answer = post(front, body, Host=host, Origin=origin)
        assert answer.status == status and ("result" in answer.json) == (status == 200)
        assert "access-control-allow-origin" not in answer.fields


@pytest.mark.parametrize("version", [None, *HANDSHAKE_VERSIONS[:3]])
def test_each_post_of_an_older_revision_stands_alone(version: Optional[str], front: Front) -> None:
    fields = {"MCP_Protocol_Version": version} if version else {}

    def call(method: str, params: Any = None) -> Any:
        # A session that nobody began changes nothing.
        answer = post(front, request(method, params, 7), Mcp_Session_Id="unknown", **fields)
        assert "mcp-session-id" not in answer.fields
        return result(answer)

    assert [tool["name"] for tool in call("tools/list")["tools"]] == list(TOOL_CALLS)
    assert "resultType" not in call("tools/call", {"name": "rate_status"})
    assert call("ping") == {}
    if version:
        assert "resultType" not in call("tools/list", stateless(version=version))
    agreed = call("initialize", initialize(version or "2025-03-26"))
    assert agreed["protocolVersion"] == (version or "2025-03-26")
    for message in (notification("notifications/initialized"),
                    {"jsonrpc": "2.0", "id": 1, "result": {}}):  # fmt: skip
        accepted = post(front, message, **fields)
        assert (accepted.status, accepted.body) == (202, b"")
    unknown = post(front, request("unknown/method", None, 7), **fields)
    check_refusal(unknown, 200, -32601)
    batch = [request("ping", None, 1), notification("x"), request("tools/list", None, 2)]
    answer = post(front, batch, **fields)
    if version in (None, "2025-03-26"):
        assert answer.status == 200 and sorted(each["id"] for each in answer.json) == [1, 2]
        assert post(front, [notification("x")], **fields).status == 202
    else:
        check_refusal(answer, 400, -32600, None)


def test_other_requests_are_refused_with_what_to_do(front: Front) -> None:
    ping = request("ping", None, 7)
    refused = f"{BOTH};q=0"
    for accept in ("*/*", "application/json", "text/event-stream", "", refused):
        answer = post(front, ping, Accept=accept)
        assert answer.status == 406 and "text/event-stream" in answer.json["error"]
    for method in ("GET", "DELETE", "PUT"):
        answer = ask(front, method, "/mcp", Accept=BOTH)
        assert (answer.status, answer.fields["allow"]) == (405, "POST")
    assert post(front, b"{}", Content_Type="text/plain").status == 415
    assert post(Front(f"http:http://{front.authority}"), ping).status == 401
    check_refusal(post(front, b"{"), 400, -32700, None)
    check_refusal(post(front, b"{}"), 400, -32600, None)
    batch = post(front, [ping], MCP_Protocol_Version=VERSION)
    check_refusal(batch, 400, -32600, None)
    answered = post(front, {"jsonrpc": "2.0", "id": 1, "result": {}}, MCP_Protocol_Version=VERSION)
    check_refusal(answered, 400, -32600, None)
    assert post(front, notification("x"), MCP_Protocol_Version=VERSION).status == 202


def test_tools_that_change_the_token_are_not_offered(front: Front) -> None:
    answer = modern(front, "tools/call", tool_call("auth_logout"))
    check_refusal(answer, 200, -32602)


def test_a_progress_token_makes_the_answer_a_stream(front: Front) -> None:
    call = tool_call("repos_list", {**OCTOCAT, "refresh": True}, progressToken="t")
    *told, response = events(modern(front, "tools/call", call))
    assert response["id"] == 7 and not response["result"]["isError"]
    assert told and {each["method"] for each in told} == {"notifications/progress"}
    steps = [each["params"]["progress"] for each in told]
    assert steps == sorted(set(steps)) and told[0]["params"]["progressToken"] == "t"
    old = {**call, "_meta": {"progressToken": 7}}
    assert events(post(front, request("tools/call", old, 7)))[-1]["id"] == 7
    # What can be refused before the call is no stream.
    named = tool_call("user_summary", OCTOCAT, progressToken="t")
    check_refusal(modern(front, "tools/call", named, Mcp_Name="x"), 400, -32020)


def abandon(front: Front, params: Any, has_begun: Callable[[], bool], *fields: str) -> None:
    """Sends a call, and closes the connection once ``has_begun``."""
    body = json.dumps(request("tools/call", params)).encode()
    more = [f"Accept: {BOTH}", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    with front.connect() as connection:
        connection.sendall(front.head("POST", "/mcp", *more, *fields) + b"\r\n" + body)
        until(has_begun)


def test_closing_cancels_in_the_revision_without_state(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    sandbox.configure(latencyMs=ENDLESS)
    serving = serve_http(processes, "--api-url", sandbox.url, *PATIENT, sandbox=False)
    for token in ({}, {"progressToken": 1}):
        abandon(
            front_of(serving), tool_call("user_summary", OCTOCAT, **token),
            lambda: sandbox.stats()["inFlight"] > 0,
            f"MCP-Protocol-Version: {VERSION}", "Mcp-Method: tools/call", "Mcp-Name: user_summary",
        )  # fmt: skip
        sandbox.wait_for(lambda stats: stats["inFlight"] == 0)


def test_closing_does_not_cancel_in_an_older_revision(
    processes: Processes, held_github: Relay
) -> None:
    front = front_of(serve_http(processes, *held_github.upstream, sandbox=False))
    call = {"name": "user_summary", "arguments": OCTOCAT}
    abandon(front, call, lambda: held_github.connections > 0)
    result(post(front, request("ping", None, 7)))
    held_github.holds = False
    result(post(front, request("tools/call", call, 7)))
    asked = Sandbox(f"http://127.0.0.1:{held_github.target}").stats()["byPath"]
    assert asked["/users/octocat"] == 1
