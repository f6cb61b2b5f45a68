"""A call as a value: a method, its params, and how it is waited for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Generic, Optional, TypedDict, TypeVar, cast

if TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack
elif sys.version_info >= (3, 11):
    from typing import Unpack as Unpack
else:

    class Unpack:
        """What ``typing.get_type_hints`` finds where typing has no Unpack."""

        def __class_getitem__(cls, item: Any) -> Any:
            return item


T = TypeVar("T")

#: Receives the ``value`` of each ``$/progress``: ``{"kind": "begin" | "report" | "end", ...}``.
ProgressHandler = Callable[[dict[str, Any]], None]


class Waiting(TypedDict, total=False):
    """Options of the client for one call; they are not sent."""

    #: Called for each step of a long call.
    on_progress: Optional[ProgressHandler]
    #: Seconds after which the call is cancelled and TimeoutError raised.
    timeout: Optional[float]


class Options(Waiting, total=False):
    """The params that all methods which ask GitHub have in common."""

    #: Ask GitHub whether a cached response is still valid, even if it is fresh.
    refresh: Optional[bool]
    #: How old a cached response may be, in seconds.
    max_age: Optional[int]


@dataclass(frozen=True)
class Call(Generic[T]):
    """A method with its params; T is the type of its result."""

    method: str
    params: Any = None
    on_progress: Optional[ProgressHandler] = field(default=None, compare=False)
    timeout: Optional[float] = field(default=None, compare=False)


def question(method: str, options: Options, **params: Any) -> Call[Any]:
    """A call of a method that asks GitHub."""
    params["refresh"] = options.get("refresh")
    params["maxAge"] = options.get("max_age")
    waiting = {name: value for name, value in options.items() if name not in _SENT_OPTIONS}
    return make(method, cast(Waiting, waiting), **params)


def make(method: str, waiting: Waiting, **params: Any) -> Call[Any]:
    """A call of any method; params that are None are left out."""
    for name in waiting:
        if name not in Waiting.__annotations__:
            raise TypeError(f"{method} got an unexpected keyword argument {name!r}")
    given = {name: _plain(value) for name, value in params.items() if value is not None}
    return Call(method, given or None, waiting.get("on_progress"), waiting.get("timeout"))


_SENT_OPTIONS = {"refresh", "max_age"}


def _plain(value: Any) -> Any:
    """Any iterable as a list, which is what JSON has, except texts and mappings."""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        return list(value)
    return value
