"""How a server treats messages, independent of the method."""

from __future__ import annotations

import json
from typing import Any

from .conversation import text_of
from .experience import NO_REQUEST, UNKNOWN_METHOD
from .ids import id_of, is_same
from .promise import Broken, Promises
from .session import Session

PROMISES = Promises()
#: The promises that are kept or broken only once all the others have been checked.
LAST = Promises()


@PROMISES.promise("shutdown", "shutdown is answered by null.", section="The life of a connection")
def shutdown_is_answered_by_null(session: Session) -> None:
    with session.fresh() as conversation:
        exchange = conversation.call("shutdown")
        exchange.expect(exchange.result is None, "the result null")


@PROMISES.promise("unknown-method", "An unknown method gives -32601 with its name.", section="Errors")
def an_unknown_method_is_told(session: Session) -> None:
    exchange = session.conversation.call("no.such.method", bad=UNKNOWN_METHOD)
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
        exchange = conversation.exchange(text, NO_REQUEST)
        exchange.expect(exchange.error["code"] == code, f"the code {code}")
        session.satisfies("errors.json", exchange.error, exchange)
        conversation.call("rpc.discover")


@PROMISES.promise("notifications", "A notification is not answered.", section="Messages")
def a_notification_is_not_answered(session: Session) -> None:
    with session.fresh() as conversation:
        conversation.call("rpc.discover")
        for more in ({"method": "no.such.method"}, {"method": "rpc.discover", "params": {"x": 1}}):
            sent = conversation.send({"jsonrpc": "2.0", **more})
            conversation.call("rpc.discover")
            for stray in conversation.strays:
                if isinstance(stray.answer, dict) and id_of(stray.answer) is None:
                    # Not one of those of `one-answer`.
                    conversation.strays.remove(stray)
                    came = text_of(stray.answer)
                    raise Broken("no answer to a notification", sent=sent, came=came)


@LAST.promise(
    "ids",
    "A response has the id of its request, with the same type.",
    section="Messages",
    # The empty tuple stands for all requests before.
    of=lambda schemas: [(), 0, -1, 2**53, "1", "", "ünï", 1.5],
)
def an_answer_has_the_id_of_its_request(session: Session, *ids: Any) -> None:
    found = session.server.experience.wrong_id
    if found is not None and not ids:
        found.expect(False, "the id of the request")
    for id in ids:
        for method, bad in (("rpc.discover", ""), ("no.such.method", UNKNOWN_METHOD)):
            message = {"jsonrpc": "2.0", "id": id, "method": method}
            exchange = session.conversation.exchange(message, bad)
            exchange.expect(is_same(id_of(exchange.answer), id), f"the id {json.dumps(id)}")
            exchange.expect(exchange.answer.get("jsonrpc") == "2.0", '"jsonrpc": "2.0"')


@LAST.promise(
    "one-answer",
    "Each request is answered once, and nothing else is sent but notifications.",
    section="Messages",
)
def nothing_is_answered_twice(session: Session) -> None:
    session.conversation.call("rpc.discover")
    # What a server sends after a response is found before the next one, or at the connection's end.
    session.reopen()
    strays = session.strays
    if strays:
        more = f" (the first of {len(strays)} such messages)" if strays[1:] else ""
        expected = f"no message that answers nothing{more}"
        raise Broken(expected, sent=strays[0].sent, came=text_of(strays[0].answer))
