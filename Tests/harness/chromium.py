"""Chromium without a window, driven through its DevTools protocol."""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
import subprocess
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, AsyncIterator

import aiohttp

from .patience import PATIENCE

COMMAND = [
    shutil.which("chromium") or "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
    "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
    "--no-proxy-server", "--remote-debugging-port=0", "--window-size=1000,640",
]  # fmt: skip


#: Chromium's error for an expression while the page changes.
NAVIGATED = "Inspected target navigated or closed"


class Refused(AssertionError):
    """Chromium has answered with an error."""


class Chromium:
    """One page of a browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def go(self, address: str) -> None:
        """Opens a page. The caller must wait for its contents."""
        await self._ask("Page.navigate", url=address)
        await self.until("document.readyState == 'complete'")

    async def value(self, expression: str) -> Any:
        """The value of a JavaScript expression on the page; None while the page changes."""
        try:
            answer = await self._ask("Runtime.evaluate", expression=expression, returnByValue=True)
        except Refused as refused:
            if NAVIGATED not in str(refused):
                raise
            return None
        return answer["result"].get("value")

    async def result(self, promise: str) -> Any:
        """The value of a promise, given as an expression."""
        await self.value(f"window.kept = undefined, ({promise}).then(value => kept = [value]), 0")
        await self.until("window.kept")
        return (await self.value("kept"))[0]

    async def until(self, expression: str) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not await self.value(expression):
            text = await self.value("document.body && document.body.innerText")
            assert time.monotonic() < end, f"{expression}: {text}"
            await asyncio.sleep(0.1)

    async def type(self, text: str) -> None:
        """Types into the element that has the focus."""
        await self._ask("Input.insertText", text=text)

    async def click(self, selector: str) -> None:
        """Clicks on the center of an element."""
        box = await self.value(
            "(box => [box.x + box.width / 2, box.y + box.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            await self._ask(
                "Input.dispatchMouseEvent",
                type=kind, x=box[0], y=box[1], button="left", clickCount=1,
            )  # fmt: skip

    async def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": params})
        while True:
            message = await asyncio.wait_for(self._socket.receive(), PATIENCE)
            assert message.type is aiohttp.WSMsgType.TEXT, message
            answer = json.loads(message.data)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Refused(f"{method}: {answer['error']}")
                return answer["result"]


@asynccontextmanager
async def chromium(folder: Path, *flags: str) -> AsyncIterator[Chromium]:
    """A browser with a profile in ``folder``, ended with its children."""
    command = [*COMMAND, *flags, f"--user-data-dir={folder}", "about:blank"]
    null = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=null, stdout=null, stderr=null)
    try:
        port = await _port(folder / "DevToolsActivePort", process)
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [page for page in await answer.json() if page["type"] == "page"]
            address = pages[0]["webSocketDebuggerUrl"]
            async with session.ws_connect(address, max_msg_size=0) as socket:
                yield Chromium(socket)
    finally:
        process.terminate()
        process.wait()


async def _port(file: Path, process: "subprocess.Popen[bytes]") -> int:
    end = time.monotonic() + PATIENCE
    while not (file.exists() and file.read_text().count("\n")):
        assert process.poll() is None and time.monotonic() < end, "chromium did not start"
        await asyncio.sleep(0.1)
    return int(file.read_text().split()[0])
