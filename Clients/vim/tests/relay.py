"""Stands in for `gitxplorer serve`: passes stdio on to the test's socket.

    relay.py SOCKET [STATUS [LAST-WORDS]]

When the test closes its side, the last words go to stderr, and this program ends.
"""

import os
import socket
import sys
import threading

connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])


def send() -> None:
    """The editor's messages."""
    while data := os.read(0, 65536):
        connection.sendall(data)
    os._exit(0)


threading.Thread(target=send, daemon=True).start()
while data := connection.recv(65536):
    os.write(1, data)
if len(sys.argv) > 3:
    os.write(2, sys.argv[3].encode() + b"\n")
os._exit(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
