"""A client that is being opened: await it, or enter it with ``async with``."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from types import TracebackType
from typing import Any, Generic, Optional, Protocol, TypeVar


class _Closes(Protocol):
    async def close(self) -> None: ...


C = TypeVar("C", bound=_Closes)


class Opening(Generic[C]):
    """The result of ``AsyncClient.spawn`` and ``connect``.

    ``await`` gives the client; ``async with`` gives it and closes it at the end.
    """

    def __init__(self, opening: Coroutine[Any, Any, C]) -> None:
        self._opening = opening
        self._client: Optional[C] = None

    def __await__(self) -> Generator[Any, None, C]:
        return self._opening.__await__()

    async def __aenter__(self) -> C:
        self._client = await self._opening
        return self._client

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self._client is not None:
            await self._client.close()
