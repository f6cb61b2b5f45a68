"""The contract kit matches responses with requests, whatever else a server sends."""

from __future__ import annotations

import json
import queue
from typing import Any, Callable

import pytest
from gitxplorer.contract import conversation as module
from gitxplorer.contract.awaited import Single
from gitxplorer.contract.conversation import Conversation
from gitxplorer.contract.experience import NO_REQUEST, Experience
from gitxplorer.contract.promise import Skipped, Unanswered
from harness.patience import PATIENCE

Answer = Callable[[Any], list[Any]]


class Scripted:
    """A stream to a server that is a function."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._output: queue.Queue[bytes] = queue.Queue()

    def read(self) -> bytes:
        return self._output.get()

    def write(self, data: bytes) -> None:
        answers = self._answer(json.loads(data))
        self._output.put("".join(json.dumps(each) + "\n" for each in answers).encode() or b"\n")

    def end_output(self) -> None:
        self._output.put(b"")

    def close(self) -> None:
        pass

    def ending(self) -> str:
        return ""


def talk(answer: Answer, timeout: float = PATIENCE) -> tuple[Conversation, Experience]:
    experience = Experience()
    return Conversation(Scripted(answer), timeout, experience), experience


def result(message: Any, **other: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": message["id"], "result": message["method"], **other}


def test_what_answers_nothing_disturbs_nothing() -> None:
    stray = {"id": 7, "result": 1}
    conversation, _ = talk(lambda m: [stray, "noise", result(m), result(m), [result(m)]])
    for method in ("a", "b"):
        assert conversation.call(method).result == method
    conversation.close()
    assert [each.answer for each in conversation.strays].count(stray) == 2
    assert len(conversation.strays) == 8


def test_an_id_of_another_type_is_taken_for_the_right_one() -> None:
    conversation, _ = talk(lambda m: [result(m, id=str(m["id"]))])
    found = conversation.calls("a", [{}] * 50)
    assert [each.result for each in found] == ["a"] * 50
    assert conversation.exchange({"id": 1, "method": "b"}).answer["id"] == "1"
    assert conversation.strays == []


def test_a_server_that_loses_ids_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    conversation, experience = talk(lambda m: [result(m, id=None)])
    monkeypatch.setattr(module, "_BRIEF", 0.01)
    assert conversation.call("a").result == "a"
    assert experience.foreign == {type(None)}
    assert experience.wrong_id is not None and experience.wrong_id.answer["id"] is None
    monkeypatch.setattr(module, "_BRIEF", PATIENCE)
    assert [each.result for each in conversation.calls("b", [{}, {}])] == ["b", "b"]
    assert conversation.strays == []


def test_a_batch_may_be_answered_one_by_one() -> None:
    conversation, _ = talk(lambda m: list(map(result, m)))
    batch = [{"id": id, "method": "a"} for id in (1, 2)]
    assert conversation.exchange(batch).answer.count('"result"') == 2
    assert conversation.strays == []


def test_one_error_may_answer_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600}}
    conversation, _ = talk(lambda m: [error])
    monkeypatch.setattr(module, "_BRIEF", 0.01)
    assert json.loads(conversation.exchange([{"id": 1, "method": "a"}]).answer) == error
    assert conversation.strays == []


def test_an_id_of_before_is_better_than_silence() -> None:
    answer, last = {"id": 1, "result": 1}, {"id": 1, "result": 0}
    single = Single([2], {"1"}, foreign := set(), last)
    assert not single.take(last) and not single.make_do()
    assert single.take(answer) and not single.is_complete and not single.has_makeshift
    assert single.make_do() and single.answer == answer and foreign == {int}


def test_silence_about_bad_input_is_waited_for_briefly_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    conversation, _ = talk(lambda m: [result(m)] if "id" in m else [])
    monkeypatch.setattr(module, "_BRIEF", 0.01)
    with pytest.raises(Unanswered):
        conversation.exchange("{}", NO_REQUEST)
    with pytest.raises(Skipped, match="left an input of this kind unanswered: what is no"):
        conversation.exchange("{}", NO_REQUEST)
    # The request by which it was found out leaves nothing behind.
    assert conversation.call("a").result == "a"
    assert conversation.strays == []


def test_a_server_that_ceases_to_answer_is_given_up() -> None:
    conversation, _ = talk(lambda m: [], timeout=0.01)
    for method in ("a", "b", "c"):
        with pytest.raises(Unanswered):
            conversation.call(method)
    with pytest.raises(Skipped, match="anything"):
        conversation.call("d")
