"""Sign-in from the command line: by a code, or with a token from stdin or from the clipboard."""

from __future__ import annotations

import getpass
import os
import queue
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Optional, TextIO, cast

from .. import types
from ..client import Client
from ..errors import GitXplorerError, Unauthorized
from ..upstream import Upstream
from .text import clean

#: Seconds after which the status is requested, in case the notification was missed.
_ASK_AGAIN = 30.0

_NOTHING = "no token was given; nothing has changed"

#: Why a token for a server of the command itself must be stored.
ENDS = "nothing has changed: a token that is not stored ends with the server"


def folder() -> Path:
    """Where servers store tokens."""
    place = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    if not place.is_absolute():  # which the XDG specification ignores
        place = Path.home() / ".config"
    return place / "gitxplorer"


def shown(place: Path) -> str:
    """A path with ``~`` for the home directory."""
    home = str(Path.home())
    return str(place).replace(home, "~", 1) if str(place).startswith(f"{home}/") else str(place)


def attended(with_token: bool) -> bool:
    """Whether a person can answer questions. With a token on stdin, the terminal is asked."""
    if not (sys.stderr.isatty() and (with_token or sys.stdin.isatty())):
        return False
    try:
        with open("/dev/tty", encoding="utf-8"):
            return True
    except OSError:
        return False


def stores() -> bool:
    """Asks on the terminal whether the token shall be stored."""
    print(
        f"The token will be stored in {clean(shown(folder()))}, in a file that only you can read,"
        " for later servers.",
        file=sys.stderr,
    )
    print("Store it? [Y/n] ", end="", file=sys.stderr, flush=True)
    with open("/dev/tty", encoding="utf-8", errors="replace") as terminal:
        answer = terminal.readline()
    return answer == "\n" or answer.strip().lower() in ("y", "yes")


def token_of_stdin() -> str:
    """The token on standard input; from a terminal it is read without being shown."""
    token = _pasted() if sys.stdin.isatty() else sys.stdin.read().strip()
    if not token:
        raise ValueError("--with-token expects a token on standard input")
    return token


def login(
    client: Client,
    output: TextIO,
    *,
    store: bool,
    token: Optional[str] = None,
    scopes: Sequence[str] = (),
    program: str = "",
    upstream: Upstream = Upstream(),
) -> types.AuthStatus:
    """Signs the server in; by a code it prints what to do, and waits until it is done.

    Where the server cannot sign in by code, a person is asked for a token; ``program`` is the
    command that takes one from stdin.
    """
    if token is None:
        try:
            return _by_code(client, output, scopes, store)
        except Unauthorized as error:
            page = error.token_url
            if page is None and not attended(False):
                raise
            reason = "this server has no OAuth client id to sign in by code"
            reason = clean(error.message).removesuffix(".") if page is None else reason
        ways = f"make a token at {clean(page)}" if page else f"make a token for {clean(upstream.name)}"
        other = f"{program} login --with-token {'--store' if store else '--session'}"
        if upstream.token_command:
            other = f"{clean(upstream.token_command)} | {other}"
        if not attended(False):
            raise GitXplorerError(
                f"{reason}: {ways}, and pass it to"
                f" login --with-token on standard input, such as: {other}"
            )
        print(
            f"{reason[0].upper()}{reason[1:]}.\n"
            f"{ways[0].upper()}{ways[1:]}, and paste it here; it is not shown.\n"
            f"Or press Enter, and run: {other}",
            file=sys.stderr,
        )
        token = _pasted()
        if not token:
            raise GitXplorerError(_NOTHING)
    return cast(types.AuthStatus, client.auth_login(token=token, store=store))


def _pasted() -> str:
    try:
        return getpass.getpass("Token: ").strip()
    except EOFError:
        return ""


def _by_code(
    client: Client, output: TextIO, scopes: Sequence[str], store: bool
) -> types.AuthStatus:
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
