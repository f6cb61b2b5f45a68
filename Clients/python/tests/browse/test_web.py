"""The explorer in a browser: who gets in, and that nothing stays behind."""

import asyncio
import shlex
import subprocess
import sys
from collections.abc import Iterator

import aiohttp
import pytest
from patience import PATIENCE


@pytest.fixture
def address(fake_command: list[str], environment: dict[str, str]) -> Iterator[str]:
    """What ``--web`` says to open."""
    command = [sys.executable, "-m", "gitxplorer", "browse", "--web", "0", "user", "octocat"]
    command += ["--server", shlex.join(fake_command)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Open http://127.0.0.1:")
        yield line.removeprefix("Open ").strip()
        process.terminate()
        assert process.wait(PATIENCE) == 0


async def check(session: aiohttp.ClientSession, address: str) -> None:
    """The address gives the page and the explorer; nothing else does."""
    async with session.get(address) as answer:
        assert answer.status == 200 and "GitXplorer" in await answer.text()
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    token = address.rstrip("/").rpartition("/")[2]
    for other in (address.replace(token, ""), address.replace(token, "x" * len(token))):
        async with session.get(other) as answer:
            assert answer.status == 403
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{address}ws", headers=headers)
        assert refused.value.status == 403
    async with session.ws_connect(f"{address}ws?width=80&height=24") as socket:
        seen = b""
        while b"The Octocat" not in seen:
            message = await socket.receive(PATIENCE)
            assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
            seen += message.data if message.type == aiohttp.WSMsgType.BINARY else b""
        await socket.send_json(["stdin", "q"])
        while message.type not in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
            message = await socket.receive(PATIENCE)


def test_the_explorer_is_for_those_who_have_the_address(address: str) -> None:
    async def main() -> None:
        async with aiohttp.ClientSession() as session:
            await check(session, address)

    asyncio.run(main())
