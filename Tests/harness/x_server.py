"""An X server with a screen in memory, for programs that draw."""

from __future__ import annotations

import os
import subprocess


class XServer:
    """A server on a free display. It listens once the object exists; end it with ``with``."""

    def __init__(self, size: str) -> None:
        reading, writing = os.pipe()
        # When its last client disconnects, a server resets itself, and refuses those that connect
        # meanwhile. Another server is a client as well, while it looks for a free display.
        command = ["Xvfb", "-displayfd", str(writing), "-noreset"]
        command += ["-screen", "0", size, "-nolisten", "tcp"]
        null = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdout=null, stderr=null, pass_fds=[writing])
        os.close(writing)
        with open(reading, encoding="ascii") as told:
            self.display = f":{told.readline().strip()}"

    def __enter__(self) -> XServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()
