"""A machine for one test, on which files are installed and services run.

It has its own mounts and its own network, with nothing but loopback. What is put into ``/etc``,
``/run``, ``/usr/local/bin``, ``/var/cache`` and ``/var/lib`` is gone with it. Its root is the user
who runs the tests, if that is not root.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Dict, List, Mapping, Optional, Sequence

from .other_user import RIGHTS, WITHOUT_RIGHTS
from .processes import end_all

#: The machine's own folder, for all its users, whoever owns those above it.
WORK = Path("/run/work")

#: The lines are those of a shell. The first is the machine's own folder.
SET_UP = """
set -eu
ip link set lo up
mkdir "$1/etc"
cp -a /etc/. "$1/etc" 2>/dev/null || true
mount --bind "$1/etc" /etc
for folder in /run /usr/local/bin /var/cache /var/lib; do
    mount -t tmpfs -o mode=755 tmpfs "$folder"
done
mkdir /run/work
mount --bind "$1" /run/work
chmod 755 /run/work
echo ready
exec sleep infinity
"""


def steps(file: Path) -> List[str]:
    """The indented commands in the first comment of a file."""
    comment = re.match(r"(?:#.*\n)+", file.read_text())
    assert comment is not None
    return re.findall(r"^#   (.*)$", comment[0], re.MULTILINE)


class Machine:
    """Processes on the machine. All of them end with it."""

    def __init__(self, folder: Path, binaries: Mapping[str, str], hosts: str = "") -> None:
        """Installs the programs ``binaries`` under their names, and names of this machine."""
        self.folder = folder
        self._holder = subprocess.Popen(
            ["unshare", "--mount", "--net", *RIGHTS, "sh", "-c", SET_UP, "sh", str(folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._started: List["subprocess.Popen[bytes]"] = []
        assert self._holder.stdout is not None and self._holder.stderr is not None
        if self._holder.stdout.readline() != "ready\n":
            raise AssertionError(WITHOUT_RIGHTS + self._holder.stderr.read())
        for name, path in binaries.items():
            place = shlex.quote(f"/usr/local/bin/{name}")
            self.run(f": > {place}; mount --bind {shlex.quote(path)} {place}")
        self.run(f"echo 127.0.0.1 localhost {hosts} > /etc/hosts")

    def command(self, *words: str) -> List[str]:
        """A command that runs on the machine, as its root."""
        user = [] if os.geteuid() == 0 else ["--user"]
        return ["nsenter", f"--target={self._holder.pid}", "--mount", "--net", *user, *words]

    def run(
        self, script: str, *, user: Optional[int] = None, cwd: Optional[Path] = None,
        environment: Optional[Dict[str, str]] = None,
    ) -> str:  # fmt: skip
        """Runs lines of bash to their end, as root or as a user, and returns their output."""
        who = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        line = f"cd {shlex.quote(str(cwd or '/'))}\n{script}"
        done = subprocess.run(
            self.command(*who, "bash", "-euc", line),
            env={"PATH": os.environ["PATH"], **(environment or {})},
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
        return done.stdout

    def start(self, words: Sequence[str], errors: Path) -> "subprocess.Popen[bytes]":
        """Starts a process whose output goes to a file, in mounts of its own."""
        with errors.open("wb") as output:
            process = subprocess.Popen(
                self.command("unshare", "--mount", *words),
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            )  # fmt: skip
        self._started.append(process)
        return process

    def shim(self, name: str) -> None:
        """Puts a program in place of one that needs a running manager; it notes its arguments."""
        notes = WORK / f"{name}.calls"
        self.run(
            f"printf '#!/bin/sh\\necho \"$*\" >> %s\\n' {notes} > /usr/local/bin/{name}\n"
            f"chmod +x /usr/local/bin/{name}; : > {notes}; chmod 666 {notes}"
        )

    def calls(self, name: str) -> List[str]:
        return (self.folder / f"{name}.calls").read_text().splitlines()

    def end(self) -> None:
        """Ends all processes that still run, with SIGTERM. Fails if one does not end by it."""
        for process in self._started:
            if process.poll() is None:
                process.terminate()
        vain = end_all(self._started)
        self._holder.kill()
        self._holder.communicate()
        assert vain == [], f"not ended by SIGTERM: {vain}"
