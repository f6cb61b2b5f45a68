"""Shapes of bodies, independent of the account: members, types, order, templates of URLs."""

from __future__ import annotations

import re
from typing import Any, Dict, FrozenSet, Iterator, Tuple, Union

from . import history
from .exchange import Answer, Exchange
from .history import Sight

Findings = Iterator[Union[str, Sight]]

#: Objects whose member names are data; they are not compared.
OPEN = {"resources", "custom_properties", "security_and_analysis", "plan"}

#: Errors that are the same on every endpoint.
TEXTS_OF_ALL = {"Not Found", "Bad credentials"}


class BodyComparison:
    """Compares a recorded body with the sandbox's."""

    def __init__(self, recorded: Exchange, played: Answer) -> None:
        self.recorded = recorded
        self.date = recorded.date
        self.then, self.now = recorded.answer.body, played.body

    def differences(self) -> Findings:
        if self.recorded.answer.status >= 400:
            yield from self._errors()
            return
        then, now = self.then, self.now
        if self.recorded.endpoint.endswith("/languages"):
            then, now = ({"bytes": next(iter(body.values()), 0)} for body in (then, now))
        elif isinstance(then, list):
            then, now = (body[0] if body else {} for body in (then, now))
        if then and now:
            yield from self._values("", then, now)
            if self.recorded.answer.status == 200:
                yield from self._templates(then, now)

    def _errors(self) -> Findings:
        """Same text and members, and a link to the same page of today's documentation."""
        then, now = self.then, self.now
        yield from self._names("", then, now)
        shared = [name for name in now if name in then]
        if [name for name in then if name in now] != shared:
            yield f"members {list(then)}, here {list(now)}"
        for old, new in zip(then.get("errors", []), now.get("errors", [])):
            if type(old) is dict and not old.keys() <= new.keys() | {"message"}:
                yield f"errors {old}, here {new}"
        for name in shared:
            if type(then[name]) is not type(now[name]):
                yield f"{name} was {type_of(then[name])}, here {type_of(now[name])}"
        is_other = self.recorded.endpoint == "other"
        if not is_other or then["message"] in TEXTS_OF_ALL:
            old, new = (re.sub(r"for [\d.]+\d", "for …", body["message"]) for body in (then, now))
            # The recordings contain only the beginning of a long text.
            if old != new and not (old.endswith("…") and new.startswith(old[:-1])):
                yield f"said {old!r}, here {new!r}"
        old, new = (body.get("documentation_url") for body in (then, now))
        if old is not None and not is_other:
            problem = f"documented at {old}, here {new}"
            since = history.DOCUMENTED_TODAY_SINCE
            yield Sight("documentation_url", since, problem if old != new else "")

    def _values(self, place: str, then: Any, now: Any) -> Findings:
        """The differences between the shapes of two values; null has any type."""
        if then is None or now is None:
            return
        if type_of(then) != type_of(now):
            yield f"{place} was {type_of(then)}, here {type_of(now)}"
        elif isinstance(then, list):
            if then and now:
                yield from self._values(f"{place}/0", then[0], now[0])
        elif isinstance(then, dict) and place.rpartition("/")[2] not in OPEN:
            yield from self._members(place, then, now)

    def _members(self, place: str, then: Dict[str, Any], now: Dict[str, Any]) -> Findings:
        yield from self._names(place, then, now)
        old, new = [name for name in then if name in now], [name for name in now if name in then]
        first = [f"{a} where here is {b}" for a, b in zip(old, new) if a != b][:1]
        problem = f"{place} in another order: {first[0]}" if first else ""
        if len(old) > 1:
            yield Sight("order of members", history.ORDERED_MEMBERS_SINCE, problem)
        for name in old:
            yield from self._values(f"{place}/{name}", then[name], now[name])

    def _names(self, place: str, then: Dict[str, Any], now: Dict[str, Any]) -> Findings:
        """Both objects have the same set of members."""
        for name in sorted(now):
            came = history.MEMBERS_THAT_CAME.get(name)
            problem = "" if name in then else f"{place}/{name} was not there"
            if self._may_be_null(name) and then.get(name) is None:
                since = history.NULL_OF_ORGANIZATIONS_SINCE
                yield Sight("members that are null", since, problem)
            elif came:
                yield Sight(f"{name} came", came, problem)
            elif problem:
                yield problem
        for name in sorted(then.keys() - now.keys() - self._peculiar):
            problem = f"{place}/{name} was there"
            went = history.MEMBERS_THAT_WENT.get(name)
            yield Sight(f"{name} went", went.since, problem) if went else problem
        for name, went in history.MEMBERS_THAT_WENT.items():
            if went.beside in then and name not in then and name not in now:
                yield Sight(f"{name} went", went.since)

    @property
    def _peculiar(self) -> FrozenSet[str]:
        if isinstance(self.then, dict) and self.then.get("type") == "Organization":
            return history.MEMBERS_ONLY
        return history.COLLABORATORS_ONLY if "repo" in self.recorded.endpoint else frozenset()

    def _may_be_null(self, name: str) -> bool:
        return self.recorded.endpoint == "/orgs/{org}" and name in history.NULL_OF_ORGANIZATIONS

    def _templates(self, then: Any, now: Any) -> Findings:
        """URLs that are not made from login, full name and id in the same way."""
        old, new = dict(templates("", then)), dict(templates("", now))
        for place in sorted(old.keys() & new.keys()):
            problem = f"{place} was {old[place]}, here {new[place]}"
            is_former = old[place] != new[place]
            yield Sight("templates of URLs", history.TEMPLATES_SINCE, problem if is_former else "")


def type_of(value: Any) -> str:
    return "number" if type(value) in (int, float) else type(value).__name__


def templates(place: str, value: Any) -> Iterator[Tuple[str, str]]:
    """The URLs in an object, with names in place of the object's own values."""
    if not isinstance(value, dict):
        return
    names = {
        str(value[member]): f"{{{member}}}"
        for member in ("full_name", "login", "id", "key")
        if value.get(member)
    }
    for name, member in value.items():
        if isinstance(member, dict):
            yield from templates(f"{place}/{name}", member)
        elif isinstance(member, str) and (name.endswith("_url") or name == "url"):
            yield f"{place}/{name}", template(member, names)


def template(url: str, names: Dict[str, str]) -> str:
    url = re.sub(r"^https://avatars\.githubusercontent\.com/", "{avatars}/", url)
    url = re.sub(r"^http://127\.0\.0\.1:\d+/avatars/", "{avatars}/", url)
    url = re.sub(r"^(https://api\.github\.com|http://127\.0\.0\.1:\d+)", "{api}", url)
    for name, place in names.items():
        url = re.sub(rf"(?<=[/:]){re.escape(name)}(?![A-Za-z0-9_-]|\.com)", place, url)
    return url
