"""Sign-in from the command line: with a token from stdin, or by device code."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from typing import Any, Optional, TextIO, cast

from .. import types
from ..client import Client
from ..errors import GitXplorerError
from .text import clean

#: Seconds after which the status is requested, in case the notification was missed.
_ASK_AGAIN = 30.0


def login(
    client: Client,
    output: TextIO,
    *,
    token: Optional[str] = None,
    scopes: Sequence[str] = (),
    store: bool = True,
) -> types.AuthStatus:
    """Signs the server in; by device code it prints what to do, and waits until it is done."""
    if token is not None:
        return cast(types.AuthStatus, client.auth_login(token=token, store=store))
    changes: queue.Queue[dict[str, Any]] = queue.Queue()

    def note(method: str, params: Any) -> None:
        if method == "auth.changed" and isinstance(params, dict):
            changes.put(params)

    client.on_notification(note)
    pending = cast(
        types.DeviceLogin, client.auth_login(device=True, scopes=list(scopes), store=store)
    )
    page, code = clean(pending["verificationUri"]), clean(pending["userCode"])
    print(f"Open {page} and type in the code {code}.", file=output, flush=True)
    while True:
        try:
            state = changes.get(timeout=_ASK_AGAIN).get("state")
        except queue.Empty:
            state = client.auth_status()["state"]
        if state == "pending":
            continue
        status = client.auth_status()
        # After a denied sign-in, the earlier token stays in use.
        if status["state"] == "authenticated" and status["tokenSource"] == "session":
            return status
        raise GitXplorerError("the sign-in was denied or timed out; start again")
