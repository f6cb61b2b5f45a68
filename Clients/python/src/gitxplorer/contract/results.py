"""The OpenRPC document, and results and errors that must match it."""

from __future__ import annotations

import json
from typing import Any, Optional

from .params import known, methods
from .promise import Promises
from .schemas import Schemas, escaped
from .session import Session

PROMISES = Promises()


def examples(schemas: Schemas) -> list[tuple[str, str]]:
    """The calls in the document's examples: a method, and params as JSON."""
    return [
        (name, json.dumps({param["name"]: param["value"] for param in example["params"]}))
        for name, method in schemas.methods.items()
        for example in method["examples"]
    ]


@PROMISES.promise("document", "rpc.discover returns the OpenRPC document of the schemas.", section="Methods")
def rpc_discover_gives_the_document(session: Session) -> None:
    exchange = session.conversation.call("rpc.discover")
    path = difference(session.schemas.openrpc, exchange.result)
    exchange.expect(path is None, f"openrpc.json of the schemas; the first difference is at {path}")


def difference(expected: Any, found: Any, path: str = "") -> Optional[str]:
    """A JSON Pointer to the first place where two values differ, if they do."""
    if isinstance(expected, dict) and isinstance(found, dict):
        members = [(name, expected.get(name), found.get(name)) for name in {**expected, **found}]
        if expected.keys() != found.keys():
            name = min(set(expected) ^ set(found))
            return f"{path}/{escaped(name)}"
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        members = [(str(i), a, b) for i, (a, b) in enumerate(zip(expected, found))]
    else:
        return None if expected == found else path or "its root"
    inside = (difference(a, b, f"{path}/{escaped(name)}") for name, a, b in members)
    return next((place for place in inside if place is not None), None)


@PROMISES.promise(
    "examples",
    "Each example of the document is answered as its schemas describe.",
    section="Methods",
    of=examples,
)
def an_example_is_answered(session: Session, method: str, params: str) -> None:
    with session.fresh() as conversation:
        exchange = conversation.call(method, json.loads(params))
        session.is_described(method, exchange)
        code = exchange.answer.get("error", {}).get("code")
        exchange.expect(code not in (-32602, -32603), "neither -32602 nor -32603")


@PROMISES.promise(
    "same-call-again",
    "A repeated call is answered as described, whatever the source of the result.",
    section="Methods",
    of=methods,
)
def the_same_call_again_is_answered(session: Session, method: str) -> None:
    for _ in range(2):
        exchange = session.conversation.call(method, known(session.schemas, method))
        session.is_described(method, exchange)
