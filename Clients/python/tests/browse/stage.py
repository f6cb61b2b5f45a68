"""Runs the explorer in a test, without a terminal."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import io
import os
from collections.abc import Awaitable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable

# Textual reads this when it is imported.
os.environ["TEXTUAL_ANIMATIONS"] = "none"

from fake_results import SANDBOX
from gitxplorer.browse.app import Explorer
from gitxplorer.browse.place import Place
from gitxplorer.target import Target
from gitxplorer.browse.views import sign_in
from gitxplorer.browse.views.view import View
from gitxplorer.browse.widgets import picture
from harness.patience import PATIENCE
from hostile import unseen
from PIL import Image
from scripted_server import ScriptedServer
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

#: Five minutes after the fake results were fetched.
NOW = datetime(2026, 9, 1, 12, 5, tzinfo=timezone.utc)


def portrait() -> str:
    """A picture in base64: four fields of color."""
    image = Image.new("RGB", (32, 32), "#1f6feb")
    for box, color in (((16, 0, 32, 16), "#3fb950"), ((0, 16, 16, 32), "#f85149")):
        image.paste(color, box)
    file = io.BytesIO()
    image.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


class Stage:
    """The explorer, its server, and a simulated user."""

    def __init__(self, app: Explorer, pilot: Pilot[None], server: ScriptedServer) -> None:
        self.app, self.pilot, self.server = app, pilot, server
        pilot._wait_for_screen = functools.partial(  # type: ignore[method-assign]
            pilot._wait_for_screen, PATIENCE
        )
        self.opened: list[str] = []

    @property
    def view(self) -> View:
        """The current view."""
        assert self.app.view is not None
        return self.app.view

    async def press(self, *keys: str) -> None:
        """Presses keys, and waits after each of them until everything has settled."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def type(self, text: str) -> None:
        """Types a text."""
        await self.pilot.press(*({" ": "space"}.get(c, c) for c in text))
        await self.settle()

    async def settle(self) -> None:
        """Waits until nothing is left that can proceed by itself."""
        quiet = 0
        while quiet < 2:
            await self.pilot._wait_for_screen()
            await self._draw()
            # Calls that the server holds back do not end by themselves.
            workers = [] if self.server.held else list(self.app.workers)
            quiet = 0 if workers else quiet + 1
            for worker in workers:
                with contextlib.suppress(WorkerCancelled):
                    await worker.wait()
        await self.pilot.pause()

    async def _draw(self) -> None:
        """Waits until a timer of Textual has caused the screen to be laid out and drawn."""
        screen = self.app.screen
        drawn = asyncio.Event()
        screen.call_after_refresh(drawn.set)
        while not drawn.is_set() and self.app.is_running and screen is self.app.screen:
            await asyncio.sleep(0.001)

    async def resize(self, columns: int, lines: int) -> None:
        """Gives the terminal another size, and waits until the screen has it."""
        await self.pilot.resize_terminal(columns, lines)
        compositor = self.app.screen._compositor
        await self.until(lambda: compositor.size == self.app.size == (columns, lines))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until a condition is true."""
        async def wait() -> None:
            while not condition():
                await self.pilot.pause()
                await asyncio.sleep(0)

        await asyncio.wait_for(wait(), PATIENCE)

    def text(self) -> str:
        """The text on the screen."""
        width, height = self.app.size
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in lines[:height])

    async def shows(self, *texts: str) -> None:
        """Waits until the screen has all of these texts, because scrolling is delayed."""
        await self.until(lambda: all(text in self.text() for text in texts))

    async def last_line(self, text: str) -> None:
        """Waits until the line of keys, which is replaced when they change, starts like this."""
        await self.until(lambda: self.text().split("\n")[-1].startswith(text))


def assert_harmless(stage: Stage) -> None:
    """The screen has no control characters, and nothing to click on except widgets."""
    strips = stage.app.screen._compositor.render_strips()
    assert {strip.cell_length for strip in strips} == {stage.app.size.width}
    for segment in (segment for strip in strips for segment in strip):
        assert unseen(segment.text) == [], segment
        if segment.style is not None:
            assert segment.style.link is None and "@click" not in segment.style.meta, segment


def _notify(app: Explorer, message: str, **options: Any) -> None:
    """Shows a notification that stays: on a busy machine it could be gone before a test looks."""
    Explorer.notify(app, message, **{**options, "timeout": PATIENCE})


def on_stage(
    place: Path,
    start: str,
    act: Callable[[Stage], Awaitable[None]],
    *,
    size: tuple[int, int] = (100, 30),
    prepare: Callable[[ScriptedServer], None] = lambda server: None,
    means: Any = "blocks",
) -> None:
    """Starts the explorer at ``start`` and passes it to ``act``."""

    async def main() -> None:
        server = ScriptedServer(place)
        server.results["initialize"] = SANDBOX
        prepare(server)
        await server.start()
        picture.choose(means)
        sign_in._ASK_AGAIN = PATIENCE
        app = Explorer(Target(address=server.address), Place.parse(start.split()), lambda: NOW)
        app.notify = functools.partial(_notify, app)  # type: ignore[method-assign]
        async with app.run_test(size=size, notifications=True) as pilot:
            stage = Stage(app, pilot, server)
            app.open_page = stage.opened.append  # type: ignore[method-assign]
            await asyncio.wait_for(stage.settle(), PATIENCE)
            # Each step waits with its own patience.
            await asyncio.wait_for(act(stage), 3 * PATIENCE)
            app.exit()
        await server.stop()

    asyncio.run(main())
