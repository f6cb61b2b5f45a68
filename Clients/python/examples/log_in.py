"""Signs a server in by device code: ``python log_in.py gitxplorer serve --oauth-client-id ID``."""

import queue
import sys
from typing import Any, cast

from gitxplorer import Client
from gitxplorer.types import DeviceLogin


def log_in(client: Client, scopes: list[str]) -> str:
    """Says what to do in the browser, waits until that is done, and returns who is signed in."""
    changes: queue.Queue[dict[str, Any]] = queue.Queue()
    client.on_notification(lambda method, params: changes.put(params))
    pending = cast(DeviceLogin, client.auth_login(device=True, scopes=scopes))
    print(f"Type {pending['userCode']} in at {pending['verificationUri']}", flush=True)
    changes.get()  # Other calls of this client are answered meanwhile.
    status = client.auth_status()
    return status["login"] or status["state"]


if __name__ == "__main__":
    with Client.spawn(sys.argv[1:]) as client:
        print(log_in(client, ["repo"]))
