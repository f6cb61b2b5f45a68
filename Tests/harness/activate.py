"""Starts a command as systemd starts a service that has sockets.

``activate.py FD,FD,... COMMAND ARGUMENT...`` runs the command in this process, with the listening
sockets as its descriptors 3, 4, ... and the variables that describe them.
"""

from __future__ import annotations

import fcntl
import os
import sys

FIRST = 3


def main() -> None:
    given = [int(text) for text in sys.argv[1].split(",")]
    command = sys.argv[2:]
    # Moved to higher numbers first, because some may occupy the numbers 3, 4, ... of others.
    copies = [fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 100) for number in given]
    for number in given:
        os.close(number)
    for place, copy in enumerate(copies):
        os.dup2(copy, FIRST + place)
    os.environ["LISTEN_FDS"] = str(len(copies))
    os.environ.setdefault("LISTEN_PID", str(os.getpid()))
    os.environ.setdefault("LISTEN_FDNAMES", ":".join("gitxplorer.socket" for _ in copies))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
