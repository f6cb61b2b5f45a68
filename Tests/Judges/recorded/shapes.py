"""Bodies without what is peculiar to one account: members, types, order, templates of URLs."""

from __future__ import annotations

import re
from typing import Any, Dict, FrozenSet, Iterator, Tuple

from . import history
from .exchange import Answer, Exchange

#: Objects whose members are names of things: they are not compared.
OPEN = {"resources", "custom_properties", "security_and_analysis", "plan"}

#: Errors that are the same on every endpoint.
TEXTS_OF_ALL = {"Not Found", "Bad credentials"}


class BodyComparison:
    """A recorded body beside the simulator's."""

    def __init__(self, recorded: Exchange, played: Answer) -> None:
        self.recorded = recorded
        self.date = recorded.date
        self.then, self.now = recorded.answer.body, played.body

    def differences(self) -> Iterator[str]:
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

    def _errors(self) -> Iterator[str]:
        """The same text and members; the same page of the documentation as it is today."""
        came = {name for name, day in history.MEMBERS_THAT_CAME.items() if self.date < day}
        expected = [name for name in self.now if name in self.then or name not in came]
        if list(self.then) != expected:
            yield f"members {list(self.then)}, here {list(self.now)}"
        for then, now in zip(self.then.get("errors", []), self.now.get("errors", [])):
            if type(then) is dict and not then.keys() <= now.keys() | {"message"}:
                yield f"errors {then}, here {now}"
        for name in expected:
            if name in self.then and type(self.then[name]) is not type(self.now[name]):
                yield f"{name} was {type_of(self.then[name])}, here {type_of(self.now[name])}"
        is_other = self.recorded.endpoint == "other"
        if not is_other or self.then["message"] in TEXTS_OF_ALL:
            then, now = (
                re.sub(r"for [\d.]+\d", "for …", body["message"])
                for body in (self.then, self.now)
            )
            if then != now:
                yield f"said {then!r}, here {now!r}"
        then, now = (body.get("documentation_url") for body in (self.then, self.now))
        is_current = self.date >= history.MEMBERS_THAT_CAME["status"]
        if is_current and not is_other and then != now:
            yield f"documented at {then}, here {now}"

    def _values(self, place: str, then: Any, now: Any) -> Iterator[str]:
        """What the shapes of two values do not have in common; null is of any type."""
        if then is None or now is None:
            return
        if type_of(then) != type_of(now):
            yield f"{place} was {type_of(then)}, here {type_of(now)}"
        elif isinstance(then, list):
            if then and now:
                yield from self._values(f"{place}/0", then[0], now[0])
        elif isinstance(then, dict) and place.rpartition("/")[2] not in OPEN:
            yield from self._members(place, then, now)

    def _members(self, place: str, then: Dict[str, Any], now: Dict[str, Any]) -> Iterator[str]:
        for name in sorted(then.keys() - now.keys() - self._peculiar):
            if self.date > history.MEMBERS_THAT_WENT.get(name, ""):
                yield f"{place}/{name} was there"
        for name in sorted(now.keys() - then.keys() - self._left_out):
            if self.date >= history.MEMBERS_THAT_CAME.get(name, ""):
                yield f"{place}/{name} was not there"
        old, new = [name for name in then if name in now], [name for name in now if name in then]
        if self.date >= history.ORDERED_BODIES_SINCE and old != new:
            first = next(f"{a} where here is {b}" for a, b in zip(old, new) if a != b)
            yield f"{place} in another order: {first}"
        for name in old:
            yield from self._values(f"{place}/{name}", then[name], now[name])

    @property
    def _peculiar(self) -> FrozenSet[str]:
        if isinstance(self.then, dict) and self.then.get("type") == "Organization":
            return history.MEMBERS_ONLY
        return history.COLLABORATORS_ONLY if "repo" in self.recorded.endpoint else frozenset()

    @property
    def _left_out(self) -> FrozenSet[str]:
        is_old = self.date <= history.LEFT_OUT_WHERE_NULL_UNTIL
        is_organisation = self.recorded.endpoint == "/orgs/{org}"
        return history.LEFT_OUT_WHERE_NULL if is_organisation and is_old else frozenset()

    def _templates(self, then: Any, now: Any) -> Iterator[str]:
        """URLs that do not follow from the login, the full name and the id in the same way."""
        old, new = dict(templates("", then)), dict(templates("", now))
        for place in sorted(old.keys() & new.keys()):
            if old[place] != new[place] and self.date >= history.ORDERED_BODIES_SINCE:
                yield f"{place} was {old[place]}, here {new[place]}"


def type_of(value: Any) -> str:
    return "number" if type(value) in (int, float) else type(value).__name__


def templates(place: str, value: Any) -> Iterator[Tuple[str, str]]:
    """Each URL of an object and of the objects in it, with what is the object's own named."""
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
