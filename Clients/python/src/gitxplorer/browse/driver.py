"""The terminal as the app uses it, up to the terminal's end."""

from __future__ import annotations

import os
import select
import signal
from codecs import getincrementaldecoder
from itertools import chain
from typing import Any

from textual.drivers.linux_driver import LinuxDriver

from .terminal import Parser

#: Seconds after which an Escape is a key, and no longer the beginning of a code.
_TICK = 0.1


class TerminalDriver(LinuxDriver):
    """Textual's driver, but the end of the terminal ends the app.

    A terminal that has gone away is at the end of its input forever, refuses all output, and may
    send SIGHUP and SIGCONT in any order, or no signal.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        output: Any = _Output(self, self._file)
        self._file = output

    def terminal_ended(self) -> None:
        """Ends the app; may be called by any thread."""
        # What is written later, also by others, is no error.
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            if not os.isatty(descriptor):
                os.dup2(null, descriptor)
        os.close(null)
        try:
            self._loop.call_soon_threadsafe(self._app.exit, None, 128 + signal.SIGHUP)
        except RuntimeError:
            pass  # The app has ended.

    def run_input_thread(self) -> None:
        """Turns the input into events."""
        parser, decoder = Parser(self._debug), getincrementaldecoder("utf-8")("replace")
        while not self.exit_event.is_set():
            text = ""
            # Not `poll`, which knows no terminals on macOS.
            if select.select([self.fileno], [], [], _TICK)[0]:
                try:
                    data = os.read(self.fileno, 4096)
                except OSError:
                    data = b""
                if not data:
                    return self.terminal_ended()
                text = decoder.decode(data)
            for event in chain(parser.feed(text) if text else (), parser.tick()):
                self.process_message(event)

    def stop_application_mode(self) -> None:
        """Restores the terminal, if it is not restored yet."""
        if self._is_active:
            super().stop_application_mode()
            self._key_thread = None

    def _sigcont_application(self, *_: Any) -> None:
        # A second writer and a second reader would go on when the app has ended.
        if self._app._exit:
            return
        if self._is_active:
            # SIGSTOP left the terminal as it was, but a shell may have used it since.
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application()

    @property
    def _is_active(self) -> bool:
        return self._key_thread is not None


class _Output:
    """What the writer's thread writes to, which must not end before the app."""

    def __init__(self, driver: TerminalDriver, file: Any) -> None:
        self._driver, self._file = driver, file

    def write(self, text: str) -> None:
        try:
            self._file.write(text)
        except OSError:
            self._driver.terminal_ended()

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError:
            self._driver.terminal_ended()

    def fileno(self) -> int:
        return int(self._file.fileno())
