"""The Python client's functions for calls, its two clients, and its exceptions."""

from __future__ import annotations

import re
import textwrap

from .python_types import hint, imports
from .schema import NULL, Schema, error_kinds

#: Params that all methods have which ask GitHub: options of a call in Python.
COMMON = {"refresh", "maxAge", "workDoneToken"}

GENERATED = "Generated from the server's method table by ``make schemas``; do not edit."

#: The exceptions that no kind of error has.
BASES = ["ConnectError", "ConnectionClosed", "GitXplorerError", "ProtocolError", "RPCError"]

CALLS = f'''"""Every method of the server as a function that returns a call: name, params, result type.

{GENERATED}

A call is a value: ``client.run(calls.users_random(count=5))`` and ``client.users_random(count=5)``
are the same, and a list of calls is a batch. A param that is None is not sent, so that the
server's own default applies.
"""

from __future__ import annotations

'''

CLIENT = f'''"""The blocking client, which any number of threads may share.

{GENERATED}
"""

from __future__ import annotations

from . import calls
from .connection import Connection
from .methods import blocking


class Client(Connection):
    """A connection to a GitXplorer server.

    Create one with ``Client.spawn`` or ``Client.connect``, and close it, preferably with ``with``.
    Each method of the server is a method here. Requests of several threads run concurrently.
    """

'''

ASYNC_CLIENT = f'''"""The client for asyncio.

{GENERATED}
"""

from __future__ import annotations

from . import calls
from .async_connection import AsyncConnection
from .methods import awaitable


class AsyncClient(AsyncConnection):
    """A connection to a GitXplorer server, for one event loop.

    Create one with ``async with AsyncClient.spawn(...)`` or ``connect``; or await these, and close
    the client yourself. Cancelling the task of a call cancels the call on the server.
    """

'''

ERRORS = f'''"""The exceptions: one for each kind of error that the server sends, and the client's own.

{GENERATED}
"""

from __future__ import annotations

from .error import {', '.join(BASES)}
'''


def calls_text(document: Schema) -> str:
    code = "\n\n".join(map(function, document["methods"]))
    sequence = "from collections.abc import Sequence\n" if "Sequence[" in code else ""
    return (
        f"{CALLS}{sequence}{imports(code)}\n\nfrom . import types\n"
        f"from .call import Call, Options, Unpack, Waiting, make, question\n\n\n{code}"
    )


def client_text(document: Schema) -> str:
    return CLIENT + "".join(map(method_line("blocking"), document["methods"]))


def async_client_text(document: Schema) -> str:
    return ASYNC_CLIENT + "".join(map(method_line("awaitable"), document["methods"]))


def errors_text(errors: Schema) -> str:
    kinds = [(class_name(kind), summary, code) for kind, summary, code in error_kinds(errors)]
    classes = "".join(
        f'\n\nclass {name}(RPCError):\n    """{marked(summary)}"""\n' for name, summary, _ in kinds
    )
    table = "".join(f"    {code}: {name},\n" for name, _, code in kinds)
    names = "".join(f'    "{name}",\n' for name in sorted([*BASES, *(name for name, _, _ in kinds)]))
    return (
        f"{ERRORS}{classes}\n\n#: By code.\nCLASSES: dict[int, type[RPCError]] = {{\n{table}}}\n\n"
        f"__all__ = [\n{names}]\n"
    )


def function(method: Schema) -> str:
    own = [param for param in method["params"] if param["name"] not in COMMON]
    asks = len(own) < len(method["params"])
    options, make = ("options", "question") if asks else ("waiting", "make")
    params = [(snake(param["name"]), param) for param in own]
    given = [f"{param['name']}={name}" for name, param in params]
    result = method["result"]["schema"]
    returned = "None" if result == NULL else hint(result, "types.")
    return (
        "".join([
            f"def {function_name(method)}",
            arguments([*signature(params), f"**{options}: Unpack[{options.capitalize()}]"], ""),
            f" -> Call[{returned}]:\n",
            docstring(method, params),
            f"    return {make}",
            arguments([f'"{method["name"]}"', options, *given], "    "),
            "\n",
        ])
    )


def signature(params: list[tuple[str, Schema]]) -> list[str]:
    """Required params, or the first one if there are none, may be given by position."""
    positional = max(sum(param["required"] for _, param in params), 1)
    parts = []
    for index, (name, param) in enumerate(params):
        if index == positional:
            parts.append("*")
        kind = hint(param["schema"], "types.", "Sequence")
        if param["required"]:
            parts.append(f"{name}: {kind}")
        else:
            optional = kind if kind.startswith("Optional[") else f"Optional[{kind}]"
            parts.append(f"{name}: {optional} = None")
    return parts


def arguments(parts: list[str], margin: str) -> str:
    """In parentheses, on one line if they are short."""
    line = f"({', '.join(parts)})"
    if len(line) <= 60:
        return line
    return "(\n" + "".join(f"{margin}    {part},\n" for part in parts) + f"{margin})"


def docstring(method: Schema, params: list[tuple[str, Schema]]) -> str:
    summary = marked(method["summary"])
    if not params:
        return f'    """{summary}"""\n'
    lines = []
    for name, param in params:
        lines += textwrap.wrap(
            f"- ``{name}``: {marked(param['description'])}",
            96,
            initial_indent="    ",
            subsequent_indent="      ",
        )
    return "\n".join([f'    """{summary}', "", *lines, '    """', ""])


def method_line(maker: str):
    def line(method: Schema) -> str:
        name = function_name(method)
        return f"    {name} = {maker}(calls.{name})\n"

    return line


def function_name(method: Schema) -> str:
    """`repo.starHistory` gives `repo_star_history`, and `rpc.discover` gives `discover`."""
    return snake(str(method["name"]).removeprefix("rpc.").replace(".", "_"))


def class_name(kind: str) -> str:
    """`notFound` gives `NotFound`."""
    return kind[:1].upper() + kind[1:]


def snake(name: str) -> str:
    """`perPage` gives `per_page`."""
    return re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", name)


def marked(text: str) -> str:
    """The text with its code marked as in reStructuredText."""
    return text.replace("`", "``")
