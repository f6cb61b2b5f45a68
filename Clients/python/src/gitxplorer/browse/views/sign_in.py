"""Signing in to GitHub by code."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Optional, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen
from textual.widgets import Static

from ... import calls, types
from ...errors import GitXplorerError
from ..session import Session
from ..text import moment, shown, span
from ..widgets.reading import Reading
from ..widgets.trouble import sentence

#: Seconds after which the status is requested, in case the notification was missed.
_ASK_AGAIN = 30.0


class SignIn(ModalScreen[bool]):
    """Shows the code, and waits until GitHub has decided; True once signed in."""

    BINDINGS = [
        Binding("escape,backspace,q", "leave", "Not now", show=False),
        Binding("o,enter", "open", "Open the page", show=False),
        Binding("y", "copy", "Copy the code", show=False),
        Binding("r", "begin", "A new code", show=False),
        Binding("x", "sign_out", "Sign out", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._pending: Optional[types.DeviceLogin] = None
        self._ended = False
        self._signed_in = False

    @property
    def page(self) -> Optional[str]:
        """GitHub's page for the code."""
        return None if self._pending is None else self._pending["verificationUri"]

    def compose(self) -> ComposeResult:
        """One text."""
        with Reading(classes="dialog"):
            yield Static("Asking…", markup=False)

    def on_mount(self) -> None:
        """Begins a sign-in, unless an account is signed in."""
        self.set_interval(1, self._tick)
        self.set_interval(_ASK_AGAIN, self._ask_again)
        self._run(self._look())

    def changed(self, state: object) -> None:
        """Handles a change of the sign-in."""
        if state == "authenticated":
            self.dismiss(True)
        elif state != "pending" and self._pending is not None:
            self._ended = True
            self._tell(
                Text().append("The sign-in was denied or timed out.\n\n", "bold red").append(
                    "r  a new code      Esc  back", "dim"
                )
            )

    def action_leave(self) -> None:
        """Goes back; a code that is approved later still signs in."""
        self.dismiss(False)

    def action_open(self) -> None:
        """Opens GitHub's page."""
        if self.page is not None:
            self._explorer.open_page(self.page)

    def action_copy(self) -> None:
        """Copies the code."""
        if self._pending is not None:
            self._copy(self._pending)
            self.notify("The code was copied.")

    def action_begin(self) -> None:
        """Asks for a code."""
        self._run(self._begin())

    def action_sign_out(self) -> None:
        """Signs out."""
        if self._signed_in:
            self._run(self._sign_out())

    async def _look(self) -> None:
        status = await self._session.run(calls.auth_status())
        if status["state"] != "authenticated":
            await self._begin()
            return
        self._signed_in = True
        text = Text("Signed in as ").append(shown(status["login"]), "bold")
        text.append(f"\nscopes: {', '.join(map(shown, status['scopes'])) or 'none'}\n\n", "dim")
        self._tell(text.append("x  sign out      r  sign in anew      Esc  back", "dim"))

    async def _begin(self) -> None:
        self._pending, self._ended = None, False
        answer = await self._session.run(calls.auth_login(device=True, store=True))
        self._pending = cast(types.DeviceLogin, answer)
        self._copy(self._pending)
        self._tick()
        self.action_open()

    async def _sign_out(self) -> None:
        await self._session.run(calls.auth_logout())
        self.dismiss(True)

    def _ask_again(self) -> None:
        if self._pending is not None and not self._ended:
            self._run(self._check())

    async def _check(self) -> None:
        self.changed((await self._session.run(calls.auth_status()))["state"])

    def _run(self, work: Any) -> None:
        self.run_worker(self._guard(work), exclusive=True)

    async def _guard(self, work: Any) -> None:
        try:
            await work
        except GitXplorerError as error:
            text = Text().append("✗ ", "bold red").append(sentence(error), "bold")
            text.append("\n\nA token works without a code:\n  gitxplorer login --with-token", "")
            self._tell(text.append("\n\nr  try again      Esc  back", "dim"))

    def _copy(self, pending: types.DeviceLogin) -> None:
        # As it is shown: a line feed would run what a shell gets from the clipboard.
        self.app.copy_to_clipboard(shown(pending["userCode"]))

    def _tick(self) -> None:
        if self._pending is None or self._ended:
            return
        now: datetime = self._explorer.clock()
        until = moment(self._pending["expiresAt"])
        left = "" if until is None else f", good for {span((until - now).total_seconds())}"
        text = Text().append("Sign in to GitHub\n\n", "bold")
        text.append("Type in this code, which is copied already:\n\n")
        text.append(f"    {shown(self._pending['userCode'])}    ", "bold reverse")
        text.append(f"\n\nat {shown(self.page)}{left}\n\n")
        text.append("Waiting for GitHub. What was asked for is asked again then.\n\n")
        self._tell(text.append("o  open the page   y  copy the code   Esc  back", "dim"))

    def _tell(self, text: Text) -> None:
        self.query_one(Static).update(text)

    @property
    def _explorer(self) -> Any:
        return self.app
