"""A fake GitXplorer server for tests of plugins; it uses only `Schemas/`.

    python3 server.py [DIRECTORY OF SCHEMAS]

It speaks JSON-RPC 2.0 over stdin and stdout, one JSON text per line. Params are checked by their
schemas, and each method answers with the result of its first example.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional

from validation import faults

SCHEMAS = Path(__file__).resolve().parents[3] / "Schemas"

#: These are given by name only.
COMMON = {"refresh", "maxAge", "workDoneToken"}


class RPCError(Exception):
    """An error response: its kind, and further members of ``data``."""

    def __init__(self, kind: str, message: str, **data: Any) -> None:
        super().__init__(message)
        self.kind, self.data = kind, data


class FakeServer:
    """Answers messages one at a time."""

    def __init__(self, schemas: Path = SCHEMAS) -> None:
        self.document = json.loads((schemas / "openrpc.json").read_text())
        self.methods = {method["name"]: method for method in self.document["methods"]}
        self.params = {
            name: json.loads((schemas / f"{name}.params.json").read_text())
            for name in self.methods
        }
        self.is_shut_down = False

    def serve(self) -> None:
        """Answers each line until the input ends."""
        for line in sys.stdin:
            if line.strip():
                answer = self.answer_text(line)
                if answer is not None:
                    print(json.dumps(answer), flush=True)

    def answer_text(self, text: str) -> Any:
        try:
            message = json.loads(text)
        except ValueError:
            return self.failure(None, RPCError("parseError", "Send JSON."))
        if not isinstance(message, list):
            return self.answer(message)
        if not message:
            return self.failure(None, RPCError("invalidRequest", "Send a request."))
        return [a for a in map(self.answer, message) if a is not None] or None

    def answer(self, message: Any) -> Optional[Dict[str, Any]]:
        """The response to a request; None for a notification."""
        known = message if isinstance(message, dict) else {}
        id = known.get("id")
        try:
            self.check_request(known)
            if "id" not in known:
                return None
            result = self.result(known["method"], known.get("params"))
        except RPCError as error:
            is_notification = "id" not in known and error.kind != "invalidRequest"
            return None if is_notification else self.failure(id, error)
        return {"jsonrpc": "2.0", "id": id, "result": result}

    def check_request(self, message: Dict[str, Any]) -> None:
        params = message.get("params")
        is_request = (
            message.get("jsonrpc") == "2.0"
            and isinstance(message.get("method"), str)
            and (params is None or isinstance(params, (list, dict)))
            and not isinstance(message.get("id"), (bool, list, dict))
        )
        if not is_request or self.is_shut_down:
            raise RPCError("invalidRequest", "Send a JSON-RPC 2.0 request.")

    def result(self, method: str, params: Any) -> Any:
        """The result of a call. Every failure is an ``RPCError``."""
        if method not in self.methods:
            raise RPCError("methodNotFound", f"There is no method {method}.", method=method)
        self.check(method, self.by_name(method, params))
        self.is_shut_down = method == "shutdown"
        return self.document if method == "rpc.discover" else self.example(method)

    def by_name(self, method: str, params: Any) -> Dict[str, Any]:
        """Positional params by name; null stands for an omitted one."""
        if not isinstance(params, list):
            return params or {}
        described = [p for p in self.methods[method]["params"] if p["name"] not in COMMON]
        if len(params) > len(described):
            raise self.invalid_params([{"path": "", "message": "too many params by position"}])
        return {
            param["name"]: value
            for param, value in zip(described, params)
            if value is not None or param["required"]
        }

    def check(self, method: str, params: Dict[str, Any]) -> None:
        errors = [{"path": p, "message": m} for p, m in faults(params, self.params[method])]
        if errors:
            raise self.invalid_params(errors)

    def invalid_params(self, errors: List[Dict[str, str]]) -> RPCError:
        return RPCError("invalidParams", "Correct the params.", errors=errors)

    def example(self, method: str) -> Any:
        return self.methods[method]["examples"][0]["result"]["value"]

    def failure(self, id: Any, error: RPCError) -> Dict[str, Any]:
        """An error response, with the code and ``retryable`` that the document gives the kind."""
        described = self.document["components"]["errors"][error.kind]
        return {
            "jsonrpc": "2.0",
            "id": id,
            "error": {
                "code": described["code"],
                "message": str(error),
                "data": {**described["data"], **error.data},
            },
        }


if __name__ == "__main__":
    FakeServer(*map(Path, sys.argv[1:])).serve()
