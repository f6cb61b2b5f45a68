"""Chromium without a window, driven through its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import shutil
import subprocess
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, List, Tuple

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


#: Key by its name in JavaScript, where it is not a character: code and number.
KEYS = {
    "Enter": ("Enter", 13), "Escape": ("Escape", 27), "Backspace": ("Backspace", 8),
    "Tab": ("Tab", 9), " ": ("Space", 32), "Home": ("Home", 36), "End": ("End", 35),
    "ArrowLeft": ("ArrowLeft", 37), "ArrowUp": ("ArrowUp", 38),
    "ArrowRight": ("ArrowRight", 39), "ArrowDown": ("ArrowDown", 40),
}  # fmt: skip

#: What a key types besides its character.
TYPED = {"Enter": "\r", "Tab": ""}

#: Bits of the protocol for keys that are held.
HELD = {"alt": 1, "ctrl": 2, "meta": 4, "shift": 8}


class DevTools:
    """A connection to a browser or to one of its pages."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        #: What came besides answers, of the domains that were enabled.
        self.events: List[Dict[str, Any]] = []

    async def ask(self, method: str, **params: Any) -> Any:
        """The result of a method of the protocol."""
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
            if "method" in answer:
                self.events.append(answer)

    def params(self, method: str) -> List[Dict[str, Any]]:
        """Those of the events with this name."""
        return [event["params"] for event in self.events if event["method"] == method]


class Chromium(DevTools):
    """One page of a browser."""

    async def go(self, address: str) -> None:
        """Opens a page. The caller must wait for its contents."""
        await self.ask("Page.navigate", url=address)
        await self.until("document.readyState == 'complete'")

    async def value(self, expression: str) -> Any:
        """The value of a JavaScript expression on the page; None while the page changes."""
        try:
            answer = await self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
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
            await asyncio.sleep(0.02)

    async def type(self, text: str) -> None:
        """Types into the element that has the focus."""
        await self.ask("Input.insertText", text=text)

    async def click(self, selector: str) -> None:
        """Clicks on the center of an element."""
        box = await self.value(
            "(box => [box.x + box.width / 2, box.y + box.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            await self.ask(
                "Input.dispatchMouseEvent",
                type=kind, x=box[0], y=box[1], button="left", clickCount=1,
            )  # fmt: skip

    async def press(self, key: str, *held: str) -> None:
        """Presses a key, named as in JavaScript, while others are held."""
        name, code = KEYS.get(key, (f"Key{key.upper()}", ord(key[0].upper())))
        text = TYPED.get(key, key if len(key) == 1 else "")
        # A character is typed with the Shift that it needs; other keys that are held type none.
        modifiers = sum(HELD[one] for one in held)
        pressed = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        if key in KEYS or key.isalnum():
            pressed["code"] = name
        typed = {"text": text} if text and not modifiers & ~HELD["shift"] else {}
        kind = "keyDown" if typed else "rawKeyDown"
        await self.ask("Input.dispatchKeyEvent", type=kind, **pressed, **typed)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", **pressed)

    async def screenshot(self, file: Path) -> None:
        """Writes a picture of what is seen."""
        answer = await self.ask("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(answer["data"]))

    async def heap(self) -> int:
        """The bytes that the page's objects take, without those that nothing refers to."""
        await self.ask("HeapProfiler.collectGarbage")
        return (await self.ask("Runtime.getHeapUsage"))["usedSize"]


class Browser(DevTools):
    """A whole browser: its profiles and pages."""

    def __init__(
        self,
        socket: aiohttp.ClientWebSocketResponse,
        connect: Callable[[str], Awaitable[aiohttp.ClientWebSocketResponse]],
    ) -> None:
        super().__init__(socket)
        self._connect = connect

    async def profile(self) -> str:
        """The name of a new profile, which shares nothing with others."""
        return (await self.ask("Target.createBrowserContext"))["browserContextId"]

    async def discard(self, profile: str) -> None:
        """Ends a profile with its pages."""
        await self.ask("Target.disposeBrowserContext", browserContextId=profile)

    async def page(self, profile: str) -> Chromium:
        """A new page, in front of the others, which believes that it has the focus."""
        made = await self.ask("Target.createTarget", url="about:blank", browserContextId=profile)
        return await self.attach(made["targetId"])

    async def attach(self, page: str) -> Chromium:
        """A page that is open already, by its target's name."""
        attached = Chromium(await self._connect(f"/devtools/page/{page}"))
        await attached.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        return attached

    async def pages(self, profile: str) -> List[Dict[str, Any]]:
        """The targets of a profile's pages."""
        found = (await self.ask("Target.getTargets"))["targetInfos"]
        return [
            one for one in found if one["type"] == "page" and one["browserContextId"] == profile
        ]


@asynccontextmanager
async def chromium(folder: Path, *flags: str) -> AsyncIterator[Chromium]:
    """The only page of a browser with a profile in ``folder``, ended with its children."""
    async with browser(folder, *flags) as whole:
        targets = (await whole.ask("Target.getTargets"))["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        yield await whole.attach(page["targetId"])


@asynccontextmanager
async def browser(folder: Path, *flags: str) -> AsyncIterator[Browser]:
    """A browser with its files in ``folder``, ended with its children."""
    command = [*COMMAND, *flags, f"--user-data-dir={folder}", "about:blank"]
    null = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=null, stdout=null, stderr=null)
    try:
        port, path = await _address(folder / "DevToolsActivePort", process)
        async with aiohttp.ClientSession() as session:

            async def connect(path: str) -> aiohttp.ClientWebSocketResponse:
                address = f"ws://127.0.0.1:{port}{path}"
                return await session.ws_connect(address, max_msg_size=0)

            yield Browser(await connect(path), connect)
    finally:
        process.terminate()
        process.wait()


async def _address(file: Path, process: "subprocess.Popen[bytes]") -> Tuple[int, str]:
    end = time.monotonic() + PATIENCE
    # The second line does not end.
    while not (file.exists() and file.read_text().count("\n")):
        assert process.poll() is None and time.monotonic() < end, "chromium did not start"
        await asyncio.sleep(0.02)
    port, path = file.read_text().split()[:2]
    return int(port), path
