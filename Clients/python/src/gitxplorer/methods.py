"""Makes methods of a client from the functions of ``calls``, with the same signatures."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from .call import Call

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec, Protocol

    P = ParamSpec("P")
    T = TypeVar("T")

    class _Runs(Protocol):
        def run(self, call: Call[T]) -> T: ...

    class _RunsAsync(Protocol):
        async def run(self, call: Call[T]) -> T: ...


def blocking(make: Callable[P, Call[T]]) -> Callable[Concatenate[_Runs, P], T]:
    """A method that makes the call, runs it and returns its result."""

    def method(self: _Runs, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.run(make(*args, **kwargs))

    _dress(method, make)
    return method


def awaitable(
    make: Callable[P, Call[T]],
) -> Callable[Concatenate[_RunsAsync, P], Coroutine[Any, Any, T]]:
    """A coroutine method that makes the call, runs it and returns its result."""

    async def method(self: _RunsAsync, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.run(make(*args, **kwargs))

    _dress(method, make)
    return method


def _dress(method: Any, make: Callable[..., Any]) -> None:
    functools.update_wrapper(method, make)
    # Otherwise inspect and help() would take the first param for self and omit it.
    signature = inspect.signature(make)
    receiver = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    result = str(signature.return_annotation)[len("Call[") : -1]
    method.__signature__ = signature.replace(
        parameters=[receiver, *signature.parameters.values()], return_annotation=result
    )
    method.__annotations__ = {**make.__annotations__, "return": result}
