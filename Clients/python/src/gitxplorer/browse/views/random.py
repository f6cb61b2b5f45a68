"""Random users."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Literal

from textual.app import ComposeResult

from ... import calls, types
from ...errors import RPCError
from ..place import Place
from ..widgets.cards import Cards
from ..widgets.picture import Picture
from .view import View

_SEEDS = 1 << 53

#: Edge in pixels.
_PICTURE = 128


class RandomView(View):
    """Random users with their pictures; ``r`` draws others."""

    OFFERS = frozenset({"sort"})

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._seed = secrets.randbelow(_SEEDS)
        self._popular = False

    def body(self) -> ComposeResult:
        """The cards."""
        yield Cards()

    async def load(self, refresh: bool) -> None:
        """The users first; then their pictures, which GitHub's limits do not count."""
        if refresh:
            self._seed = secrets.randbelow(_SEEDS)
        cards = self.query_one(Cards)
        order: Literal["followers", "id"] = "followers" if self._popular else "id"
        drawn = await self.ask(calls.users_random(seed=self._seed, sort=order))
        await cards.show(drawn["users"])
        by = "by followers" if self._popular else "in order of their ids"
        self.answered(drawn["freshness"], by)
        await self._picture(drawn["users"])

    async def _picture(self, users: Sequence[types.RandomUser]) -> None:
        """Asks for all pictures side by side, and shows each as it arrives; some have none."""
        self.status.busy("Pictures")
        cards, done = self.query_one(Cards), 0

        async def one(login: str) -> None:
            nonlocal done
            try:
                avatar = await self.explorer.session.run(calls.user_avatar(login, size=_PICTURE))
            except RPCError:
                return
            card = cards.card(login)
            if card is not None:
                await card.query_one(Picture).show(avatar["data"])
            done += 1
            self.status.progressed({"percentage": 100 * done / len(users)})

        asked = (one(user["login"]) for user in users)
        for ending in await asyncio.gather(*asked, return_exceptions=True):
            if isinstance(ending, BaseException):
                raise ending

    def sort(self) -> None:
        """The same users by followers, or by id again."""
        self._popular = not self._popular
        self.reload(refresh=False)
