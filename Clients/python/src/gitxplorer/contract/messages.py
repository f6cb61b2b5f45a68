"""How a server treats messages, independent of the method."""

from __future__ import annotations

from typing import Any

from .promise import Promises
from .session import Session

PROMISES = Promises()


@PROMISES.promise("shutdown", "shutdown is answered by null.", section="The life of a connection")
def shutdown_is_answered_by_null(session: Session) -> None:
    with session.fresh() as conversation:
        exchange = conversation.call("shutdown")
        exchange.expect(exchange.result is None, "the result null")


@PROMISES.promise("unknown-method", "An unknown method gives -32601 with its name.", section="Errors")
def an_unknown_method_is_told(session: Session) -> None:
    exchange = session.conversation.call("no.such.method")
    exchange.expect(exchange.error["code"] == -32601, "the code -32601")
    session.satisfies("errors.json", exchange.error, exchange)
    name = exchange.error["data"]["method"]
    exchange.expect(name == "no.such.method", 'data.method "no.such.method"')


@PROMISES.promise(
    "no-request",
    "Invalid JSON gives -32700, an invalid request -32600, and the connection stays open.",
    section="Messages",
    of=lambda schemas: [
        ("nonsense", -32700),
        ("{", -32700),
        ("[]", -32600),
        ("1", -32600),
        ("{}", -32600),
        ('{"jsonrpc":"2.0","id":1,"method":1}', -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"rate.status"}', -32600),
    ],
)
def what_is_no_request_is_told(session: Session, text: str, code: int) -> None:
    with session.fresh() as conversation:
        # JSON that is only a word or a number does not show which framing is used.
        conversation.call("rpc.discover")
        exchange = conversation.exchange(text)
        exchange.expect(exchange.error["code"] == code, f"the code {code}")
        session.satisfies("errors.json", exchange.error, exchange)
        conversation.call("rpc.discover")


@PROMISES.promise(
    "ids",
    "A response has the id of its request, with the same type.",
    section="Messages",
    of=lambda schemas: [0, -1, 2**53, "1", "", "ünï", 1.5],
)
def an_answer_has_the_id_of_its_request(session: Session, id: Any) -> None:
    for method in ("rpc.discover", "no.such.method"):
        exchange = session.conversation.exchange({"jsonrpc": "2.0", "id": id, "method": method})
        answer = exchange.answer if isinstance(exchange.answer, dict) else {}
        exchange.expect(
            answer.get("id") == id and isinstance(answer["id"], type(id)), f"the id {id!r}"
        )
        exchange.expect(answer.get("jsonrpc") == "2.0", '"jsonrpc": "2.0"')


@PROMISES.promise("notifications", "A notification is not answered.", section="Messages")
def a_notification_is_not_answered(session: Session) -> None:
    conversation = session.conversation
    conversation.send({"jsonrpc": "2.0", "method": "no.such.method"})
    conversation.send({"jsonrpc": "2.0", "method": "rpc.discover", "params": {"unknown": 1}})
    exchange = conversation.call("rpc.discover")
    exchange.expect("result" in exchange.answer, "no answer to the two notifications before it")
