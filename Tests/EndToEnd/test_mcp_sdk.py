"""`gitxplorer mcp` with the Model Context Protocol's own Python SDK as the client.

Where a tool has an output schema, the SDK holds structured content to it by itself.
"""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from typing import Any, AsyncIterator, List, Optional, Tuple

import anyio
import pytest
from jsonschema import Draft7Validator, Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

from harness.mcp import AUTH_TOOL_CALLS, TOOL_CALLS, VERSION
from harness.patience import PATIENT
from harness.processes import Processes
from harness.sandbox import Sandbox

#: The SDK's modes: it asks for the revision, is given it, or makes a handshake.
MODES = ["auto", VERSION, "legacy"]


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@asynccontextmanager
async def connected(processes: Processes, mode: str, *flags: str) -> AsyncIterator[Client]:
    parameters = StdioServerParameters(
        command=processes.binary, args=["mcp", *flags], env=processes.environment
    )
    with (processes.folder / "mcp-stderr.txt").open("w") as errors:
        async with Client(stdio_client(parameters, errlog=errors), mode=mode) as client:
            yield client


def test_the_sdk_finds_the_revision_and_the_tools(processes: Processes, mode: str) -> None:
    async def ask() -> None:
        async with connected(processes, mode, "--sandbox") as client:
            assert client.protocol_version == ("2025-11-25" if mode == "legacy" else VERSION)
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == list(TOOL_CALLS)
            for tool in tools:
                assert tool.title and tool.description and tool.annotations
                for schema in (tool.input_schema, tool.output_schema):
                    for validator in (Draft202012Validator, Draft7Validator):
                        validator.check_schema(schema)
                    assert schema is not None and schema["type"] == "object"

    anyio.run(ask)


def test_each_tools_result_satisfies_its_schema(processes: Processes, mode: str) -> None:
    async def ask() -> None:
        async with connected(processes, mode, "--sandbox", "--auth-tools") as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            for name, arguments in {**TOOL_CALLS, **AUTH_TOOL_CALLS}.items():
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
    processes: Processes, mode: str
) -> None:
    async def ask() -> None:
        async with connected(processes, mode, "--sandbox") as client:
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


def test_progress_reaches_the_sdk(processes: Processes, mode: str) -> None:
    told: List[Tuple[float, Optional[float], Optional[str]]] = []

    async def note(progress: float, total: Optional[float], message: Optional[str]) -> None:
        told.append((progress, total, message))

    async def ask() -> None:
        async with connected(processes, mode, "--sandbox") as client:
            await client.call_tool("repos_list", {"login": "github"}, progress_callback=note)

    anyio.run(ask)
    assert told, "GitHub was asked, so that there was progress"
    steps = [progress for progress, _, _ in told]
    assert steps == sorted(set(steps))
    assert all(total is not None and message for _, total, message in told)


def test_a_call_abandoned_by_the_sdk_is_cancelled(processes: Processes, mode: str) -> None:
    sandbox: Sandbox = processes.start_sandbox("--rate-limit", "100000")
    sandbox.fault("timeout", "/users/octocat")
    flags = [
        *["--api-url", sandbox.url, "--cache", ":memory:", "--upstream-concurrency", "1"],
        *PATIENT,
    ]

    async def ask() -> None:
        async with connected(processes, mode, *flags) as client:
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
