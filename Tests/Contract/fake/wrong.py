"""Servers with one deliberate mistake each, which the contract tests must detect.

    python3 wrong.py NAME
"""

from __future__ import annotations

import json
import sys
from typing import Any, Dict

from server import FakeServer, RPCError


class Generous(FakeServer):
    """Accepts members that are in no schema."""

    def check(self, method: str, params: Dict[str, Any]) -> None:
        known = self.params[method].get("properties", {})
        super().check(method, {name: value for name, value in params.items() if name in known})


class Positional(FakeServer):
    """Reports an invalid param by its position instead of its name."""

    def invalid_params(self, errors: Any) -> RPCError:
        places = [{**error, "path": f"/{place}"} for place, error in enumerate(errors)]
        return super().invalid_params(places)


class Forgetful(FakeServer):
    """Omits members that are null."""

    def example(self, method: str) -> Any:
        return without_nulls(super().example(method))


class Strict(FakeServer):
    """Rejects an integer that is written with a fraction, such as 15.0."""

    def check(self, method: str, params: Dict[str, Any]) -> None:
        for name, value in params.items():
            if isinstance(value, float):
                raise self.invalid_params([{"path": f"/{name}", "message": "expected digits"}])
        super().check(method, params)


class Laconic(FakeServer):
    """Sends only the kind in an error's data."""

    def failure(self, id: Any, error: RPCError) -> Dict[str, Any]:
        answer = super().failure(id, error)
        answer["error"]["data"] = {"kind": error.kind}
        return answer


class Mute(FakeServer):
    """Never answers one method."""

    def answer(self, message: Any) -> Any:
        is_unheard = isinstance(message, dict) and message.get("method") == "cache.stats"
        return None if is_unheard else super().answer(message)


class Mortal(FakeServer):
    """Exits when one method is called."""

    def answer(self, message: Any) -> Any:
        if isinstance(message, dict) and message.get("method") == "cache.stats":
            sys.exit(7)
        return super().answer(message)


class Chatty(FakeServer):
    """Answers messages that are not requests."""

    def answer(self, message: Any) -> Any:
        known = message if isinstance(message, dict) else {}
        return super().answer({"id": None, **known})


class Stray(FakeServer):
    """Sends a response that nobody asked for, and another one twice."""

    answered = 0

    def answer_text(self, text: str) -> Any:
        answer = super().answer_text(text)
        self.answered += 1
        if self.answered == 2 and answer is not None:
            print(json.dumps({"jsonrpc": "2.0", "id": 999, "result": None}))
            print(json.dumps(answer))
        return answer


class Stringly(FakeServer):
    """Turns ids into strings."""

    def answer(self, message: Any) -> Any:
        answer = super().answer(message)
        if answer is not None and answer["id"] is not None:
            answer["id"] = str(answer["id"])
        return answer


class Stolid(FakeServer):
    """Never answers with an error: what it cannot use, it passes over."""

    def check(self, method: str, params: Dict[str, Any]) -> None:
        super().check(method, params)
        # As the real server, which gives no more of a search.
        if "query" in params and (params.get("page", 1) - 1) * params.get("perPage", 30) >= 1000:
            raise self.invalid_params([{"path": "/page", "message": "beyond 1,000 results"}])

    def answer_text(self, text: str) -> Any:
        answer = super().answer_text(text)
        return None if isinstance(answer, dict) and "error" in answer else answer


class Single(FakeServer):
    """Answers the members of a batch one by one."""

    def answer_text(self, text: str) -> Any:
        answer = super().answer_text(text)
        if not isinstance(answer, list):
            return answer
        for each in answer[:-1]:
            print(json.dumps(each))
        return answer[-1]


def without_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if isinstance(value, dict):
        return {n: without_nulls(member) for n, member in value.items() if member is not None}
    return value


WRONG = {kind.__name__.lower(): kind for kind in FakeServer.__subclasses__()}

if __name__ == "__main__":
    WRONG[sys.argv[1]]().serve()
