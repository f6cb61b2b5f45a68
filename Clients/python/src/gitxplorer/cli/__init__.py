"""The command ``python -m gitxplorer``."""

from __future__ import annotations

import argparse
import base64
import json
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Optional

from ..browse import command as browse
from ..target import Target
from ..call import Call
from ..client import Client
from ..contract import command as contract
from ..errors import ConnectError, ConnectionClosed, GitXplorerError, InvalidParams, RPCError
from ..upstream import Upstream
from ..version import __version__
from .arguments import PROGRAM, USAGE, parser, with_progress
from .demo import demo
from .progress import bar_for
from .questions import term
from .screen import Screen
from .sign_in import ENDS, attended, folder, login, shown, stores, token_of_stdin
from .text import clean, escaped
from .views import VIEWS

_FAILED = 1
_NOT_CONNECTED = 3
_INTERRUPTED = 130


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs one command; returns the exit status."""
    options = parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        return _run(options)
    except RPCError as error:
        own_words = options.command not in ("call", "browse", "contract")
        return _say(_sentence(error, own_words, _sign_in(options)), _FAILED)
    except (ConnectError, ConnectionClosed) as error:
        return _say(str(error), _NOT_CONNECTED)
    except GitXplorerError as error:
        return _say(str(error), _FAILED)
    except ValueError as error:
        return _say(str(error), USAGE)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe, as in "| head". Python would report it again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(options: argparse.Namespace) -> int:
    if options.command == "browse":
        return browse.run(options, lambda: _target(options))
    if options.command == "contract":
        return contract.run(options, lambda: _target(options))
    call = options.make(options)
    as_table = options.output == "table" or (options.output is None and sys.stdout.isatty())
    signs_in = options.command == "login"
    store = signs_in and _store(options)
    if signs_in:
        options.store = store
    token = token_of_stdin() if signs_in and options.with_token else None
    upstream = Upstream()
    with _open(options) as client:
        if options.trace:
            client.on_message(_trace)
        if call is None:
            demo(client, sys.stdout)
            return 0
        if as_table or signs_in:
            upstream = _upstream(client)
        if signs_in:
            result: Any = login(
                client,
                sys.stdout if as_table else sys.stderr,
                store=store,
                token=token,
                scopes=options.scope,
                program=_program(options),
                upstream=upstream,
            )
            if store:
                print(f"gitxplorer: stored in {clean(shown(folder()))}", file=sys.stderr)
        else:
            result = _answer(client, call)
    if options.command == "avatar" and options.save is not None:
        _save(result, options.save)
        if options.save == "-":
            return 0
    view = VIEWS.get(call.method)
    if not as_table or options.command == "call" or view is None:
        sys.stdout.write(_json(result))
    else:
        print("\n".join(view(result, Screen.of(sys.stdout, clean(upstream.name)))))
        if options.command == "auth-status" and result["state"] in ("anonymous", "invalid"):
            print(_sign_in(options))
    sys.stdout.flush()
    return 0


def _answer(client: Client, call: Call[Any]) -> Any:
    bar = bar_for(sys.stderr)
    try:
        return client.run(with_progress(call, bar))
    except BaseException:
        if bar is not None:
            bar({"kind": "end"})
        raise


def _store(options: argparse.Namespace) -> bool:
    """Whether a sign-in stores the token: as the flags say, or else the person on the terminal."""
    ends_with_command = _target(options).address is None
    if options.store is None and not attended(options.with_token):
        session = "" if ends_with_command else ", or --session, until the running server ends"
        raise ValueError(
            f"say whether the token is stored: --store, in {shown(folder())} and for later"
            f" servers{session}"
        )
    store = stores() if options.store is None else bool(options.store)
    if ends_with_command and not store:
        raise GitXplorerError(ENDS)
    return store


def _upstream(client: Client) -> Upstream:
    try:
        return Upstream.of(client.initialize({"name": "gitxplorer-py", "version": __version__}))
    except RPCError:
        return Upstream()


def _program(options: argparse.Namespace) -> str:
    """The command of a later call to the same server."""
    flags = [("--server", options.server), ("--connect", options.connect)]
    given = [word for flag, value in flags if value for word in (flag, value)]
    return shlex.join([*PROGRAM.split(), *given])


def _sign_in(options: argparse.Namespace) -> str:
    flags = ""
    if options.command == "login":
        flags = f" --with-token {'--store' if options.store else '--session'}"
    return f"To sign in, run `{_program(options)} login{flags}`."


def _open(options: argparse.Namespace) -> Client:
    target = _target(options)
    if target.address is not None:
        return Client.connect(target.address, secret_file=target.secret_file)
    return Client.spawn(target.command)


def _target(options: argparse.Namespace) -> Target:
    address = options.connect or os.environ.get("GITXPLORER_CONNECT") or _socket()
    if options.server is None and address is not None:
        return Target(address=address, secret_file=options.secret_file)
    command = options.server or os.environ.get("GITXPLORER_SERVER")
    if command:
        return Target(_words(command))
    if shutil.which("gitxplorer") is None:
        raise ConnectError(
            "gitxplorer is not on the PATH; name it with --server or GITXPLORER_SERVER,"
            " or a running one with --connect"
        )
    return Target(("gitxplorer", "serve"))


def _socket() -> Optional[str]:
    path = os.environ.get("GITXPLORER_SOCKET")
    return f"unix:{path}" if path else None


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the server's command cannot be read: {error}") from None
    if not words:
        raise ValueError("the server's command is empty")
    return words


def _save(result: Any, target: str) -> None:
    picture = base64.b64decode(result["data"])
    if target == "-":
        sys.stdout.buffer.write(picture)
        return
    kind = str(result["mimeType"]).partition("/")[2].partition("+")[0]
    name = f"{result['login']}.{ {'jpeg': 'jpg'}.get(kind, kind) }"
    file = Path(target or Path(name).name)
    try:
        file.write_bytes(picture)
    except OSError as error:
        raise GitXplorerError(f"{file} cannot be written: {error.strerror}") from None
    print(f"gitxplorer: saved to {clean(str(file))}", file=sys.stderr)


def _json(value: Any) -> str:
    if sys.stdout.isatty():
        return escaped(json.dumps(value, indent=2, ensure_ascii=False)) + "\n"
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"


def _sentence(error: RPCError, own_words: bool = False, sign_in: str = "") -> str:
    """The server's sentence, followed by how to sign in if it says to.

    With ``own_words`` it names arguments and flags, not params.
    """
    sentence = clean(error.message)
    if isinstance(error, InvalidParams):
        faults = [(str(fault.get("path")), fault.get("message")) for fault in error.errors]
        if own_words and faults:
            sentence = clean("; ".join(f"{term(path)}: {said}" for path, said in faults))
        else:
            # The server's sentence already includes the first one.
            others = [clean(f"{path}: {said}") for path, said in faults[1:]]
            sentence += f" [{'; '.join(others)}]" if others else ""
    if sign_in and "sign in" in error.message.lower():
        sentence += f" {sign_in}"
    if error.profile_url:
        sentence += f" See {clean(error.profile_url)}"
    return sentence


def _say(sentence: str, status: int) -> int:
    print(f"gitxplorer: {clean(sentence)}", file=sys.stderr)
    return status


def _trace(way: str, text: str) -> None:
    print(way, escaped(text) if sys.stderr.isatty() else text, file=sys.stderr)
