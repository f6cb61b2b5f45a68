"""Where a benchmark has its tools, its files and its processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List, Optional

FOLDER = Path(__file__).resolve().parent.parent
# Servers and sandboxes are started as tests start them.
sys.path.insert(0, str(FOLDER.parent / "Tests"))

from harness.environment import clean_environment  # noqa: E402
from harness.processes import Processes  # noqa: E402


class Workplace:
    """Built tools, a folder for one run, and the processes that are ended with it."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.tools = FOLDER / "build"
        self.peers = FOLDER / "peers"
        self.files = Path(tempfile.mkdtemp(prefix="gitxplorer-bench-"))
        self.processes = Processes([server], clean_environment(self.files), self.files)
        self._started: List["subprocess.Popen[str]"] = []

    def __enter__(self) -> "Workplace":
        return self

    def __exit__(self, *_: object) -> None:
        self.processes.end()
        for process in self._started:
            process.terminate()
        for process in self._started:
            process.wait()
        shutil.rmtree(self.files)

    @property
    def unstripped(self) -> str:
        """The server with its symbols, where `make release` leaves it."""
        return str(Path(self.server).parent / "release" / Path(self.server).name)

    def tool(self, name: str) -> str:
        return str(self.tools / name)

    def write(self, name: str, text: str) -> str:
        path = self.files / name
        path.write_text(text)
        return str(path)

    def requests(self, name: str, *messages: Dict[str, Any]) -> str:
        """A file of requests for the load generator, which fills in the ids."""
        lines = [
            json.dumps({"jsonrpc": "2.0", "id": 0, **message}, separators=(",", ":"))
            for message in messages
        ]
        return self.write(name, "\n".join(line.replace('"id":0', '"id":@', 1) for line in lines))

    def start(
        self, *command: str, environment: Optional[Dict[str, str]] = None
    ) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        self._started.append(process)
        return process

    def stop(self, process: "subprocess.Popen[str]") -> None:
        process.terminate()
        process.wait()
        self._started.remove(process)

    def wait_for_file(self, path: Path, process: "subprocess.Popen[str]") -> None:
        """Waits until a server has written its ready file."""
        deadline = time.monotonic() + 20
        while not path.exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{process.args!r}: it did not come up")
            time.sleep(0.01)

    def load(
        self,
        file: str,
        *command: str,
        environment: Optional[Dict[str, str]] = None,
        **options: Any,
    ) -> Dict[str, Any]:
        """Runs the load generator on a file of requests; options are its flags."""
        arguments = [self.tool("load"), "--message", file]
        for name, value in options.items():
            arguments.append("--" + name.replace("_", "-"))
            if value is not True:
                arguments.append(str(value))
        if command:
            arguments += ["--", *command]
        done = subprocess.run(
            arguments,
            capture_output=True,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(arguments)}: {done.stderr.strip()[-600:]}")
        result: Dict[str, Any] = json.loads(done.stdout)
        return result
