"""A user other than the one who runs the tests, with a program that it can run."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, List

#: Flags of `unshare`. Whoever is not root becomes the root of a namespace with users of its own.
RIGHTS = [] if os.geteuid() == 0 else ["--map-root-user", "--map-auto"]

WITHOUT_RIGHTS = (
    "no namespaces: this test needs root, in a container with SYS_ADMIN and NET_ADMIN, or "
    "newuidmap and a range of users in /etc/subuid and /etc/subgid (usermod --add-subuids): "
)


@contextmanager
def public_folder() -> Iterator[Path]:
    """A folder that every user may enter, unlike perhaps the clone and the user's TMPDIR."""
    with tempfile.TemporaryDirectory(prefix="gitxplorer-", dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


class OtherUser:
    """A user without a name, a home or processes, and a copy of the program for it."""

    def __init__(self, program: str, folder: Path) -> None:
        done = subprocess.run(["unshare", *RIGHTS, "true"], capture_output=True, text=True)
        assert done.returncode == 0, WITHOUT_RIGHTS + done.stderr
        self.number = 61_000 + os.getpid() % 1000
        self.program = shutil.copy(program, folder)
        os.chmod(self.program, 0o755)

    def command(self, *words: str) -> List[str]:
        """A command that runs as this user. Whoever runs the tests may also signal it."""
        user = [f"--reuid={self.number}", f"--regid={self.number}", "--clear-groups"]
        return ["unshare", *RIGHTS, "setpriv", *user, *words]


def give(path: Path, user: int) -> None:
    """Gives a file, link or whole folder to a user, or with 0 back to whoever runs the tests."""
    words = ["chown", "--recursive", "--no-dereference", f"{user}:{user}", str(path)]
    done = subprocess.run(["unshare", *RIGHTS, *words], capture_output=True, text=True)
    assert done.returncode == 0, WITHOUT_RIGHTS + done.stderr
