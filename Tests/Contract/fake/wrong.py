"""Servers with one deliberate mistake each, which the contract tests must refuse.

    python3 wrong.py NAME
"""

from __future__ import annotations

import sys
from typing import Any, Dict

from server import FakeServer, RPCError


class Generous(FakeServer):
    """Accepts members that no schema knows."""

    def check(self, method: str, params: Dict[str, Any]) -> None:
        known = self.params[method].get("properties", {})
        super().check(method, {name: value for name, value in params.items() if name in known})


class Positional(FakeServer):
    """Names a fault by the place of the param, not by its name."""

    def invalid_params(self, errors: Any) -> RPCError:
        places = [{**error, "path": f"/{place}"} for place, error in enumerate(errors)]
        return super().invalid_params(places)


class Forgetful(FakeServer):
    """Leaves members out that are null."""

    def example(self, method: str) -> Any:
        return without_nulls(super().example(method))


class Strict(FakeServer):
    """Refuses an integer that is written with a fraction, as in 15.0."""

    def check(self, method: str, params: Dict[str, Any]) -> None:
        for name, value in params.items():
            if isinstance(value, float):
                raise self.invalid_params([{"path": f"/{name}", "message": "expected digits"}])
        super().check(method, params)


class Laconic(FakeServer):
    """Says nothing in an error's data but its kind."""

    def failure(self, id: Any, error: RPCError) -> Dict[str, Any]:
        answer = super().failure(id, error)
        answer["error"]["data"] = {"kind": error.kind}
        return answer


class Mute(FakeServer):
    """Leaves one method without a response."""

    def answer(self, message: Any) -> Any:
        is_unheard = isinstance(message, dict) and message.get("method") == "cache.stats"
        return None if is_unheard else super().answer(message)


class Mortal(FakeServer):
    """Ends when one method is called."""

    def answer(self, message: Any) -> Any:
        if isinstance(message, dict) and message.get("method") == "cache.stats":
            sys.exit(7)
        return super().answer(message)


class Chatty(FakeServer):
    """Answers what is no question."""

    def answer(self, message: Any) -> Any:
        known = message if isinstance(message, dict) else {}
        return super().answer({"id": None, **known})


def without_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if isinstance(value, dict):
        return {n: without_nulls(member) for n, member in value.items() if member is not None}
    return value


WRONG = {kind.__name__.lower(): kind for kind in FakeServer.__subclasses__()}

if __name__ == "__main__":
    WRONG[sys.argv[1]]().serve()
