"""The asyncio client against the fake server."""

import asyncio
import os
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Callable

import gitxplorer
import pytest
from fake_results import RESULTS
from gitxplorer import AsyncClient, calls
from gitxplorer.framing import Framing

Use = Callable[[AsyncClient], Awaitable[Any]]


def run(command: list[str], use: Use, framing: Framing = "lines") -> Any:
    """Runs ``use`` with a client of a spawned server."""

    async def main() -> Any:
        async with AsyncClient.spawn(command, framing=framing) as client:
            return await use(client)

    return asyncio.run(main())


async def check_answers(client: AsyncClient) -> None:
    """The server answers over this connection, and Unicode text is unchanged."""
    assert await client.call("test.echo", {"text": "日本語"}) == {"text": "日本語"}
    assert (await client.user_summary("octocat"))["favoriteLanguage"] == "Swift"


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_a_spawned_server_answers(fake_command: list[str], framing: Framing) -> None:
    run(fake_command, check_answers, framing)


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_sockets_answer(listening: dict[str, str], framing: Framing) -> None:
    async def main() -> None:
        secret = listening["secret"]
        async with AsyncClient.connect(listening["unix"], framing=framing) as client:
            await check_answers(client)
        async with AsyncClient.connect(
            listening["tcp"], secret=secret, framing=framing
        ) as client:
            await check_answers(client)
        with pytest.raises(gitxplorer.Unauthorized):
            await AsyncClient.connect(listening["tcp"], secret="0" * 64)

    asyncio.run(main())


def test_an_unused_address_gives_a_connect_error(tmp_path: Path) -> None:
    async def main() -> None:
        with pytest.raises(gitxplorer.ConnectError, match="no server answers at"):
            await AsyncClient.connect(f"unix:{tmp_path}/none")
        with pytest.raises(gitxplorer.ConnectError, match="cannot be started"):
            await AsyncClient.spawn([str(tmp_path / "none")])

    asyncio.run(main())


def test_calls_run_concurrently(fake_command: list[str]) -> None:
    async def use(client: AsyncClient) -> None:
        held = [asyncio.ensure_future(client.call("test.hold", {"name": n})) for n in "abc"]
        while len(await client.call("test.received")) < 4:
            pass
        for name in "cab":
            await client.call("test.release", {"name": name})
        assert await asyncio.gather(*held) == ["a", "b", "c"]

    run(fake_command, use)


def test_cancelling_the_task_cancels_the_call_on_the_server(fake_command: list[str]) -> None:
    async def use(client: AsyncClient) -> None:
        task = asyncio.ensure_future(client.call("test.hold", {"name": "x"}))
        await client.call("test.echo", [])
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        sent = await client.call("test.received")
        cancels = [m["params"] for m in sent if m["method"] == "$/cancelRequest"]
        holds = [{"id": m["id"]} for m in sent if m["method"] == "test.hold"]
        assert cancels == holds

    run(fake_command, use)


def test_a_call_past_its_timeout_raises_and_the_connection_stays_open(
    fake_command: list[str],
) -> None:
    async def use(client: AsyncClient) -> None:
        with pytest.raises(TimeoutError):
            await client.call("test.hold", {"name": "x"}, timeout=0.01)
        assert await client.call("test.echo", [1]) == [1]

    run(fake_command, use)


def test_progress_and_notifications_reach_their_handlers(fake_command: list[str]) -> None:
    async def use(client: AsyncClient) -> None:
        seen: list[Any] = []
        client.on_notification(lambda method, params: seen.append(method))
        await client.users_random(on_progress=lambda value: seen.append(value["kind"]))
        await client.call("test.notify", {})
        assert seen == ["begin", "report", "end", "auth.changed"]

    run(fake_command, use)


def test_a_progress_handler_that_raises_fails_only_its_own_call(fake_command: list[str]) -> None:
    async def use(client: AsyncClient) -> None:
        with pytest.raises(ZeroDivisionError):
            await client.users_random(on_progress=lambda value: 1 // 0)
        assert await client.call("test.echo", [1]) == [1]

    run(fake_command, use)


def test_a_batch_keeps_its_order_and_contains_errors(fake_command: list[str]) -> None:
    async def use(client: AsyncClient) -> None:
        missing, cleared = await client.batch([calls.user_summary("nobody"), calls.cache_clear()])
        assert isinstance(missing, gitxplorer.NotFound)
        assert cleared == RESULTS["cache.clear"]

    run(fake_command, use)


def test_calls_fail_if_the_server_disconnects(fake_command: list[str]) -> None:
    async def use(client: AsyncClient) -> None:
        held = asyncio.ensure_future(client.call("test.hold", {"name": "x"}))
        with pytest.raises(gitxplorer.ConnectionClosed, match="exit status 0"):
            await client.call("test.hangup")
        with pytest.raises(gitxplorer.ConnectionClosed):
            await held
        with pytest.raises(gitxplorer.ConnectionClosed):
            await client.cache_stats()

    run(fake_command, use)


def test_a_call_to_an_ending_server_reports_its_exit_status(tmp_path: Path) -> None:
    end = tmp_path / "end"
    os.mkfifo(end)
    server = ["sh", "-c", 'exec <&- >&-; read -r line <"$0"; exit 64', str(end)]

    async def main() -> None:
        client = await AsyncClient.spawn(server)
        while not client._writer.is_closing():
            await asyncio.sleep(0.005)
        call = asyncio.ensure_future(client.call("cache.stats"))
        await asyncio.sleep(0)
        end.write_text("\n")
        with pytest.raises(gitxplorer.ConnectionClosed, match=r"\(exit status 64\)"):
            await call
        await client.close()

    asyncio.run(main())


def test_a_call_to_a_server_that_stops_reading_times_out(tmp_path: Path) -> None:
    end = tmp_path / "end"
    os.mkfifo(end)
    server = ["sh", "-c", 'exec <&-; read -r line <"$0"', str(end)]

    async def main() -> None:
        client = await AsyncClient.spawn(server)
        while not client._writer.is_closing():
            await asyncio.sleep(0.005)
        patient = asyncio.ensure_future(client.call("cache.stats"))
        with pytest.raises(TimeoutError):
            await client.call("cache.stats", timeout=0.1)
        assert not patient.done()
        end.write_text("\n")
        with pytest.raises(gitxplorer.ConnectionClosed, match=r"\(exit status 0\)"):
            await patient
        await client.close()

    asyncio.run(main())


def test_the_end_of_a_connection_can_be_waited_for(fake_command: list[str]) -> None:
    async def use(client: AsyncClient) -> None:
        ending = asyncio.ensure_future(client.wait_closed())
        with pytest.raises(gitxplorer.ConnectionClosed):
            await client.call("test.hangup")
        assert await ending == "the server closed the connection (exit status 0)"

    run(fake_command, use)
