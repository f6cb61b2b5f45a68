"""Runs the services of a compose file as a container engine does, on a ``Machine``.

A container has its own mounts: a root that is read-only if the file says so, its ``tmpfs``, its
folders of the host, and its secrets in ``/run/secrets``, which are the files of the host with their
owner and mode. The image is the machine itself.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any, Dict, List

import yaml

from .machine import Machine

#: Secrets as ``NAME=FILE``, up to ``--``; then folders of the host as ``FOLDER:PLACE``, up to
#: ``--``; then other folders and their options as ``FOLDER:OPTIONS``, up to ``--``; then the command.
ENTER = """
set -eu
mount -t tmpfs -o mode=755 tmpfs /run
mkdir /run/secrets
while [ "$1" != -- ]; do
    : > "/run/secrets/${1%%=*}"
    mount --bind "${1#*=}" "/run/secrets/${1%%=*}"
    mount -o remount,bind,ro "/run/secrets/${1%%=*}"
    shift
done
shift
while [ "$1" != -- ]; do
    mkdir "${1#*:}"
    mount --bind "${1%%:*}" "${1#*:}"
    shift
done
shift
while [ "$1" != -- ]; do
    mount -t tmpfs -o "nosuid,nodev,noexec,mode=1777,${1#*:}" tmpfs "${1%%:*}"
    shift
done
shift
if [ "$READ_ONLY" = True ]; then mount -o remount,bind,ro /; fi
cd /
exec "$@"
"""


class Compose:
    """The services of a file, with the variables next to it in ``.env``."""

    def __init__(self, machine: Machine, file: Path) -> None:
        self.machine = machine
        self.file = file
        lines = machine.run(f"cat {shlex.quote(str(file.parent / '.env'))}").splitlines()
        variables = dict(line.split("=", 1) for line in lines)
        # As `docker compose` does: `${NAME:?what it is}`, and `$$` for a dollar.
        text = re.sub(
            r"\$(?:\{(\w+):\?[^}]*\}|(\$))",
            lambda found: "$" if found[2] else variables[found[1]],
            file.read_text(),
        )
        whole: Dict[str, Any] = yaml.safe_load(text)
        self.services: Dict[str, Dict[str, Any]] = whole["services"]
        self.secrets: Dict[str, Dict[str, str]] = whole["secrets"]

    def start(
        self, name: str, errors: Path, user: str = "", **environment: str
    ) -> "subprocess.Popen[bytes]":
        """Starts a service.

        ``user`` takes the place of the file's, and ``environment`` is added.
        """
        service = self.services[name]
        uid, gid = (user or service["user"]).split(":")
        own = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/"}
        variables = {**own, **service.get("environment", {}), **environment}
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        return self.machine.start(
            [
                *["env", f"READ_ONLY={service['read_only']}", "sh", "-c", ENTER, "sh"],
                *(f"{each}={self._path(each)}" for each in service["secrets"]), "--",
                *(f"{self.file.parent}/{each}" for each in service.get("volumes", [])), "--",
                *(each if ":" in each else f"{each}:" for each in self._folders(service)), "--",
                *["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups"],
                *["--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"],
                *["env", "-i", *(f"{key}={value}" for key, value in variables.items())],
                *service["command"],
            ],
            errors,
        )  # fmt: skip

    def _path(self, secret: str) -> str:
        return str(self.file.parent / self.secrets[secret]["file"])

    def _folders(self, service: Dict[str, Any]) -> List[str]:
        """Those that the machine has. An image may have more."""
        return [each for each in service["tmpfs"] if Path(each.partition(":")[0]).is_dir()]
