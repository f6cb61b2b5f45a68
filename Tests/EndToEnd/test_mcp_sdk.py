"""The Model Context Protocol's own Python SDK as the client, over stdio and over HTTP.

Where a tool has an output schema, the SDK holds structured content to it by itself.
"""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from typing import Any, AsyncIterator, List, NamedTuple, Optional, Tuple

import anyio
import httpx2
import pytest
from jsonschema import Draft7Validator, Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from harness.asking import SECRET, front_of, serve_http
from harness.mcp import AUTH_TOOL_CALLS, TOOL_CALLS, VERSION
from harness.patience import PATIENCE, PATIENT
from harness.processes import Processes
from harness.sandbox import Sandbox

#: The SDK's modes: it asks for the revision, is given it, or makes a handshake.
MODES = ["auto", VERSION, "legacy"]


class Way(NamedTuple):
    """How the SDK reaches the server."""

    mode: str
    is_http: bool = False


WAYS = [*(Way(mode) for mode in MODES), Way("auto", True), Way("legacy", True)]


def named(way: Way) -> str:
    return f"{way.mode}-{'http' if way.is_http else 'stdio'}"


@pytest.fixture(params=WAYS, ids=named)
def way(request: pytest.FixtureRequest) -> Way:
    return request.param


@asynccontextmanager
async def connected(processes: Processes, way: Way, *flags: str) -> AsyncIterator[Client]:
    if way.is_http:
        url = f"http://{front_of(serve_http(processes, *flags, sandbox=False)).authority}/mcp"
        headers = {"Authorization": f"Bearer {SECRET}"}
        async with httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http_client:
            transport = streamable_http_client(url, http_client=http_client)
            async with Client(transport, mode=way.mode) as client:
                yield client
        return
    parameters = StdioServerParameters(
        command=processes.binary, args=["mcp", *flags], env=processes.environment
    )
    with (processes.folder / "mcp-stderr.txt").open("w") as errors:
        async with Client(stdio_client(parameters, errlog=errors), mode=way.mode) as client:
            yield client


def test_the_sdk_finds_the_revision_and_the_tools(processes: Processes, way: Way) -> None:
    async def ask() -> None:
        async with connected(processes, way, "--sandbox") as client:
            assert client.protocol_version == ("2025-11-25" if way.mode == "legacy" else VERSION)
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == list(TOOL_CALLS)
            for tool in tools:
                assert tool.title and tool.description and tool.annotations
                for schema in (tool.input_schema, tool.output_schema):
                    for validator in (Draft202012Validator, Draft7Validator):
                        validator.check_schema(schema)
                    assert schema is not None and schema["type"] == "object"

    anyio.run(ask)


def test_each_tools_result_satisfies_its_schema(processes: Processes, way: Way) -> None:
    async def ask() -> None:
        # Over HTTP there are no tools that change the token.
        flags, more = ([], {}) if way.is_http else (["--auth-tools"], AUTH_TOOL_CALLS)
        async with connected(processes, way, "--sandbox", *flags) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            for name, arguments in {**TOOL_CALLS, **more}.items():
                tool = tools[name]
                result = await client.call_tool(name, arguments)
                assert not result.is_error, (name, result)
                for validator in (Draft202012Validator, Draft7Validator):
                    validator(tool.input_schema).validate(arguments)
                    validator(tool.output_schema).validate(result.structured_content)
                gist, data = result.content
                assert gist.type == "text" and gist.text.endswith(".") and len(gist.text) < 400
                if name == "user_avatar":
                    assert data.type == "image" and data.mime_type == "image/png"
                    assert data.data == result.structured_content["data"]
                else:
                    assert data.type == "text"
                    if "fields" in tool.input_schema.get("properties", {}):
                        head, *rows = data.text.splitlines()
                        items = [value for value in result.structured_content.values()
                                 if isinstance(value, list)]  # fmt: skip
                        assert [len(rows)] == [len(each) for each in items], name
                        assert all(set(each) <= set(head.split(", ")) for each in items[0]), name
                    else:
                        assert json.loads(data.text) == result.structured_content, name

    anyio.run(ask)


def test_failures_are_results_and_unknown_tools_are_errors(
    processes: Processes, way: Way
) -> None:
    async def ask() -> None:
        async with connected(processes, way, "--sandbox") as client:
            for name, arguments, kind in (
                ("user_summary", {"login": "no-such-login"}, "notFound"),
                ("user_summary", {"login": "-/-"}, "invalidParams"),
                ("users_random", {"count": "many"}, "invalidParams"),
            ):
                result = await client.call_tool(name, arguments)
                assert result.is_error and result.structured_content is None
                assert result.meta is not None
                assert result.meta["gitxplorer/error"]["data"]["kind"] == kind
            with pytest.raises(MCPError) as unknown:
                await client.call_tool("user_sumary", {})
            assert unknown.value.code == -32602 and "user_summary" in unknown.value.message

    anyio.run(ask)


def test_progress_reaches_the_sdk(processes: Processes, way: Way) -> None:
    told: List[Tuple[float, Optional[float], Optional[str]]] = []

    async def note(progress: float, total: Optional[float], message: Optional[str]) -> None:
        told.append((progress, total, message))

    async def ask() -> None:
        async with connected(processes, way, "--sandbox") as client:
            await client.call_tool("repos_list", {"login": "octocat"}, progress_callback=note)

    anyio.run(ask)
    assert told, "GitHub was asked, so that there was progress"
    steps = [progress for progress, _, _ in told]
    assert steps == sorted(set(steps))
    assert all(total is not None and message for _, total, message in told)


# The last way has no sessions, where a notification cannot say whose request it means.
@pytest.mark.parametrize("way", WAYS[:-1], ids=named)
def test_a_call_abandoned_by_the_sdk_is_cancelled(processes: Processes, way: Way) -> None:
    sandbox: Sandbox = processes.start_sandbox("--rate-limit", "100000")
    sandbox.fault("timeout", "/users/octocat")
    flags = [
        *["--api-url", sandbox.url, "--cache", ":memory:", "--upstream-concurrency", "1"],
        *PATIENT,
    ]

    async def ask() -> None:
        async with connected(processes, way, *flags) as client:
            with anyio.CancelScope() as scope:

                async def give_up(*_: Any) -> None:
                    scope.cancel()

                await client.call_tool(
                    "user_summary", {"login": "octocat"}, progress_callback=give_up
                )
            assert scope.cancelled_caught
            # Only one transfer at a time: this call waits until the other one has ended.
            result = await client.call_tool("users_random", {"count": 1})
            assert not result.is_error

    anyio.run(ask)
