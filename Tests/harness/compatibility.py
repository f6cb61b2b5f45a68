"""Finds the changes from one state of `Schemas/` to another that break clients."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, NamedTuple, Set, Tuple

from gitxplorer.contract.params import COMMON
from gitxplorer.contract.schemas import Schemas

from .subtyping import Loss, losses

class Change(NamedTuple):
    """One breaking change: where it is, and what it means for a client."""

    #: A method's name, or an error's kind.
    name: str
    #: A JSON Pointer into its description; empty for the whole description.
    pointer: str
    fact: str

    @property
    def place(self) -> Tuple[str, str]:
        return self.name, self.pointer

    def __str__(self) -> str:
        return f"`{self.name}` `{self.pointer}`: {self.fact}"


def breaking_changes(old: Schemas, new: Schemas) -> List[Change]:
    """Every change from ``old`` to ``new`` that may break a client, by method and error kind.

    - Params: every accepted value stays accepted, with the same default, at the same position.
    - Results: every promised member stays; members may be added.
    - Errors: kinds keep their code and their members, and methods their kinds.
    """
    changes = []
    for name in old.methods:
        if name not in new.methods:
            changes.append(Change(name, "", "the method is gone"))
        else:
            changes += _of_params(name, old, new)
            changes += _of_result(name, old, new)
            changes += _of_listed_errors(name, old, new)
    return changes + list(_of_errors(old, new))


def _of_params(name: str, old: Schemas, new: Schemas) -> Iterator[Change]:
    before, after = old.files[f"{name}.params.json"], new.files[f"{name}.params.json"]
    for loss in losses(before, after, before, after):
        yield Change(name, f"/params{loss.path}", _PARAM_FACTS[_key(loss)].format(*loss))
    of_old, of_new = (_params(schemas, name) for schemas in (old, new))
    for position, param in enumerate(of_old):
        if param in of_new and of_new.index(param) != position:
            yield Change(name, f"/params/{param}", "has another position")
    for param in of_new:
        was, now = (f["properties"].get(param, {}) for f in (_object(before), _object(after)))
        if was and was.get("default") != now.get("default"):
            fact = f"has the default {now.get('default')!r} instead of {was.get('default')!r}"
            yield Change(name, f"/params/{param}", fact)


def _of_result(name: str, old: Schemas, new: Schemas) -> Iterator[Change]:
    before, after = old.files[f"{name}.result.json"], new.files[f"{name}.result.json"]
    for loss in losses(after, before, after, before):
        yield Change(name, f"/result{loss.path}", _RESULT_FACTS[_key(loss)].format(*loss))


def _of_listed_errors(name: str, old: Schemas, new: Schemas) -> Iterator[Change]:
    gone = _listed_errors(old, name) - _listed_errors(new, name)
    for kind in sorted(gone):
        yield Change(name, f"/errors/{kind}", "the method does not end in it any more")


def _of_errors(old: Schemas, new: Schemas) -> Iterator[Change]:
    before, after = old.files["errors.json"], new.files["errors.json"]
    of_old, of_new = (s.openrpc["components"]["errors"] for s in (old, new))
    for kind, error in of_old.items():
        if kind not in of_new:
            yield Change(kind, "", "the kind of error is gone")
            continue
        for member, was, now in (
            ("/code", error["code"], of_new[kind]["code"]),
            ("/data/retryable", *(e["data"]["retryable"] for e in (error, of_new[kind]))),
        ):
            if was != now:
                yield Change(kind, member, f"is {now} instead of {was}")
        data = (after["$defs"][kind], before["$defs"][kind])
        for loss in losses(*data, after, before):
            yield Change(kind, f"/data{loss.path}", _RESULT_FACTS[_key(loss)].format(*loss))


def announced(changelog: str) -> Set[Tuple[str, str]]:
    """The places that the unreleased part of the changelog announces as breaking.

    They are the bullets under ``### Changed (breaking)``: the name and the pointer in backticks,
    then a sentence for people. The pointer is absent if a whole method or error was removed.
    """
    unreleased = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    breaking = re.search(
        r"^### Changed \(breaking\)\n(.*?)(?=^### |\Z)",
        unreleased.group(1) if unreleased else "",
        re.M | re.S,
    )
    text = breaking.group(1) if breaking else ""
    return set(re.findall(r"^- `([^`]+)`(?: `([^`]*)`)?", text, re.M))


def _params(schemas: Schemas, name: str) -> List[str]:
    """The params that have a position: all but the common ones."""
    params = [param["name"] for param in schemas.methods[name]["params"]]
    return [param for param in params if param not in COMMON]


def _object(schema: Dict[str, Any]) -> Dict[str, Any]:
    return {"properties": {}, **schema}


def _listed_errors(schemas: Schemas, name: str) -> Set[str]:
    return {error["$ref"].rsplit("/")[-1] for error in schemas.methods[name]["errors"]}


def _key(loss: Loss) -> str:
    if loss.what == "value" and loss.narrow is not None:
        return "values"
    return loss.what if loss.what in _PARAM_FACTS else "bound"


#: By what was lost: path, what, what the wider one says, what the narrower one says.
_PARAM_FACTS = {
    "type": "takes no {2} any more",
    "value": "does not take {2!r} any more",
    "values": "takes nothing but {3} any more",
    "bound": "has {1} {3} instead of {2}",
    "pattern": "has to match {3} instead of {2}",
    "unique": "may not repeat items any more",
    "required": "is required now",
    "gone": "is gone",
    "closed": "takes no unknown members any more",
    "ways": "is to be called in other ways",
}

#: The same where the new schema is the wider one.
_RESULT_FACTS = {
    "type": "may be {2} now",
    "value": "may be {2!r} now",
    "values": "may be something other than {3} now",
    "bound": "has {1} {2} instead of {3}",
    "pattern": "does not match {3} any more",
    "unique": "may repeat items now",
    "required": "is not always there any more",
    "gone": "is gone",
    "closed": "may have unknown members now",
    "ways": "comes in other ways",
}
