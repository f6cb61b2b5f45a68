"""Runs a systemd unit as a system's service manager does, on a ``Machine``.

What systemd restricts beyond users and permissions is checked by `systemd-analyze`.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import DefaultDict, Dict, List

from .machine import Machine

#: Where systemd puts the credentials of a unit.
CREDENTIALS = "/run/credentials"

#: The folder, the user, the access list of files and of the folder, then ``NAME:FILE`` up to
#: ``--``, and the command. As systemd, it prefers access lists and otherwise gives the files away.
LOAD = """
set -eu
folder=$1 user=$2 access=$3
shift 3
mkdir -p "$folder"
mount -t tmpfs -o mode=700,nosuid,nodev,noexec tmpfs "$folder"
while [ "$1" != -- ]; do
    install -m 400 "${1#*:}" "$folder/${1%%:*}"
    if [ "$access" = list ]; then
        setfacl -m "u:$user:r" "$folder/${1%%:*}"
    else
        chown "$user" "$folder/${1%%:*}"
    fi
    shift
done
shift
if [ "$access" = list ]; then
    chmod 500 "$folder"
    setfacl -m "u:$user:rx" "$folder"
else
    chown "$user" "$folder"
    chmod 500 "$folder"
fi
mount -o remount,ro "$folder"
exec "$@"
"""


class Unit:
    """The settings of a unit's file, each as a list of its values."""

    def __init__(self, file: Path) -> None:
        self.name = file.name
        text = re.sub(r"\\\n\s*", "", file.read_text())
        self.settings: DefaultDict[str, List[str]] = defaultdict(list)
        for line in text.splitlines():
            key, equals, value = line.partition("=")
            if equals and not line.startswith(("#", ";", "[")):
                self.settings[key].append(value)

    def one(self, key: str) -> str:
        (value,) = self.settings[key]
        return value

    def start(
        self, machine: Machine, user: int, errors: Path, *, access: str = "list",
        **environment: str,
    ) -> "subprocess.Popen[bytes]":  # fmt: skip
        """Starts the unit's command with a user of its own.

        ``access`` is ``list`` or ``owner``: how the user may read the credentials.
        """
        credentials = f"{CREDENTIALS}/{self.name}"
        variables: Dict[str, str] = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "CREDENTIALS_DIRECTORY": credentials
        }  # fmt: skip
        for line in self.settings["Environment"]:
            variables.update(word.split("=", 1) for word in shlex.split(line))
        for key, parent in (("CacheDirectory", "/var/cache"), ("StateDirectory", "/var/lib")):
            for name in self.settings[key]:
                # As for a dynamic user, whose folders lie behind a link of root's.
                machine.run(
                    f"mkdir -p {parent}/private; cd {parent}; ln -s private/{name} {name}\n"
                    f"install -d -m 755 -o {user} -g {user} private/{name}"
                )
        line = self.one("ExecStart").replace("${CREDENTIALS_DIRECTORY}", credentials)
        assert self.one("NoNewPrivileges") == "yes"
        return machine.start(
            [
                *["sh", "-c", LOAD, "sh", credentials, str(user), access],
                *self.settings["LoadCredential"], "--",
                *["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"],
                *["--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"],
                *["env", "-i"],
                *(f"{key}={value}" for key, value in {**variables, **environment}.items()),
                *shlex.split(line),
            ],
            errors,
        )  # fmt: skip
