"""The web explorer in a browser: a server with its pages, and the tabs in which they are used."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Coroutine, Dict, Iterator, List, Optional, Sequence, Tuple

from .chromium import NAVIGATED, Browser, Chromium, Refused, browser
from .files import Arrival
from .processes import Processes, Serving
from .sandbox import Sandbox

#: A sandbox whose limits are out of reach of all tests of a file.
AMPLE = ["--sandbox-option", "rate-limit=1000000"]

#: Rules by which no name but the machine's own leads anywhere.
NOWHERE = ["MAP 127.0.0.1 127.0.0.1", "MAP * ~NOTFOUND"]

#: Whether the page has its title and waits for nothing.
SETTLED = (
    "document.readyState === 'complete' && document.querySelector('#main h1') !== null"
    " && document.querySelector('#main [aria-busy=true]') === null"
)

#: An element by its selector and the words in it.
FIND = """
((selector, words) => [...document.querySelectorAll(selector)].find((one) =>
    one.checkVisibility() && (!words || one.textContent.replace(/\\s+/g, " ").includes(words)
        || one.getAttribute("aria-label") === words)))
"""

#: The middle of the part of an element that is seen, in the first line of a link.
MIDDLE = """
((element) => {
    element.scrollIntoView({block: "nearest", behavior: "instant"});
    const {x, y, width, height} = element.getClientRects()[0];
    return [x + width / 2, y + height / 2];
})
"""

#: What has the focus, as people would name it.
FOCUS = """
((element) => element === document.body ? "nothing" : element.getAttribute("href")
    ?? (element.id ? `#${element.id}` : `${element.localName} ${element.textContent.trim()}`)
)(document.activeElement)
"""


@dataclass
class Site:
    """A running ``gitxplorer web``."""

    serving: Serving
    #: Such as ``http://127.0.0.1:4321``.
    address: str
    #: The address with the launch token, which the command has printed.
    launch: str
    secret_file: Path
    _session: Optional[Tuple[str, str]] = None

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def secret(self) -> str:
        return self.secret_file.read_text().strip()

    @property
    def sandbox(self) -> Sandbox:
        return self.serving.sandbox

    def github_requests(self) -> int:
        """The number of requests to the sandbox, without those for the limits, which are free."""
        stats = self.sandbox.stats()
        return stats["requests"] - stats["byPath"].get("/rate_limit", 0)

    def session(self) -> Tuple[str, str]:
        """The name and the value of a session's cookie. All share it: a server keeps only some."""
        if self._session is None:
            fields = self.put_session({"secret": self.secret})
            assert fields is not None
            name, _, value = fields["Set-Cookie"].partition(";")[0].partition("=")
            self._session = name, value
        return self._session

    def put_session(self, proof: Dict[str, str]) -> Optional[Any]:
        """The fields of the answer to a proof; None if it is wrong."""
        request = urllib.request.Request(
            f"{self.address}/session", json.dumps(proof).encode(),
            {"Content-Type": "application/json"}, method="PUT",
        )  # fmt: skip
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.headers
        except urllib.error.HTTPError as refused:
            assert refused.code == 401, refused
            return None

    def methods(self) -> List[str]:
        """The methods that it was asked for, of a server with ``--log-requests``."""
        lines = [json.loads(line) for line in self.serving.log.splitlines()]
        return [line["method"] for line in lines if line["label"] == "gitxplorer.requests"]

    def end(self) -> None:
        self.serving.process.terminate()
        self.serving.wait()


#: Of a server whose requests are read by `Site.methods`.
LOGGED = ["--log-requests", "--log-level", "info", "--log-format", "json"]


def start(
    processes: Processes, *flags: str, http: str = "127.0.0.1:0", sandbox: bool = True
) -> Site:
    """Starts the web explorer; returns when it has printed its address."""
    ready = processes.folder / f"ready-web-{len(list(processes.folder.glob('ready-web-*')))}"
    arrival = Arrival(ready)
    upstream = ["--sandbox"] if sandbox else []
    serving = processes.popen(
        *["web", "--no-open", *upstream, "--http", http, "--ready-file", str(ready), *flags]
    )
    for line in arrival.wait().splitlines():
        serving.addresses[line.partition(":")[0]] = line
    assert serving.process.stdout is not None
    launch = serving.process.stdout.readline().decode().strip()
    secret = Path(processes.environment["XDG_STATE_HOME"]) / "gitxplorer" / "client-secret"
    return Site(serving, serving.addresses["http"].partition(":")[2], launch, secret)


class Tab:
    """A page in a browser."""

    def __init__(self, browsing: "Browsing", page: Chromium, site: Optional[Site]) -> None:
        self.page = page
        self._browsing = browsing
        self._site = site
        for domain in ("Page", "Network", "Runtime", "Log", "DOM"):
            self.ask(f"{domain}.enable")

    # The protocol.

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._browsing.run(work)

    def ask(self, method: str, **params: Any) -> Any:
        return self.run(self.page.ask(method, **params))

    def value(self, expression: str) -> Any:
        """The value of an expression that throws nothing; None while the page changes."""
        try:
            answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        except Refused as refused:
            if NAVIGATED not in str(refused):
                raise
            return None
        assert "exceptionDetails" not in answer, (expression, answer["exceptionDetails"])
        return answer["result"].get("value")

    def result(self, promise: str) -> Any:
        """The value of a promise; it fails as the promise does."""
        answer = self.ask(
            "Runtime.evaluate", expression=promise, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, expression: str) -> None:
        self.run(self.page.until(expression))

    # Addresses.

    def at(self, path: str) -> str:
        assert self._site is not None
        return self._site.address + path

    def go(self, path: str) -> None:
        """Types an address, and waits for its contents."""
        self.run(self.page.go(self.at(path)))
        self.settle()

    def settle(self) -> None:
        """Waits until the page waits for nothing."""
        self.until(SETTLED)

    def reload(self) -> None:
        """Loads the page again, and waits for its contents."""
        self.value("window.isOld = true")
        self.ask("Page.reload")
        self.until("!window.isOld")
        self.settle()

    def shows(self, title: str, path: Optional[str] = None) -> None:
        """Waits for a page with this heading, and its contents."""
        self.until(f"document.querySelector('#main h1')?.textContent === {json.dumps(title)}")
        if path is not None:
            self.until(f"location.pathname + location.search === {json.dumps(path)}")
        self.settle()

    def move(self, steps: int) -> None:
        """Goes in the history, as with the browser's buttons."""
        history = self.ask("Page.getNavigationHistory")
        entry = history["entries"][history["currentIndex"] + steps]
        self.ask("Page.navigateToHistoryEntry", entryId=entry["id"])
        self.until(f"location.href === {json.dumps(entry['url'])}")
        self.settle()

    # What a person sees.

    @property
    def path(self) -> str:
        return self.value("location.pathname + location.search + location.hash")

    @property
    def title(self) -> str:
        return self.value("document.title")

    @property
    def heading(self) -> str:
        return self.value("document.querySelector('#main h1').textContent")

    @property
    def text(self) -> str:
        """The words of the main part, also those that only a screen reader says."""
        return self.value("document.getElementById('main').textContent")

    @property
    def contents(self) -> List[str]:
        """What the main part says besides how old it is, and where its links lead."""
        return self.value(
            "[...document.querySelectorAll('#main .body, #main .body a')].map((one) =>"
            " one.textContent + (one.getAttribute('href') ?? ''))"
        )

    @property
    def focus(self) -> str:
        """What has the focus: the address of a link, or another element's id or words."""
        return self.value(FOCUS)

    @property
    def scroll(self) -> int:
        return round(self.value("scrollY"))

    def see(self) -> None:
        """Waits until the pictures have arrived."""
        self.until("[...document.images].every(({complete}) => complete)")

    def texts(self, selector: str) -> List[str]:
        """What elements say."""
        found = f"[...document.querySelectorAll({json.dumps(selector)})]"
        return self.value(f"{found}.map((one) => one.textContent)")

    def count(self, selector: str) -> int:
        return self.value(f"document.querySelectorAll({json.dumps(selector)}).length")

    def says(self, text: str) -> None:
        """Waits for words anywhere in the page, also for those that only a screen reader says."""
        self.until(f"document.body.textContent.includes({json.dumps(text)})")

    # What a person does.

    def find(self, selector: str, words: str = "") -> str:
        """An expression for the first visible element with these words."""
        return f"{FIND}({json.dumps(selector)}, {json.dumps(words)})"

    def click(self, selector: str, words: str = "", *, button: str = "left") -> None:
        """Clicks on the first visible element with these words, as soon as there is one."""
        element = self.find(selector, words)
        self.until(f"{element} !== undefined && !{element}.disabled")
        self.scroll_to(element)
        x, y = self.value(f"{MIDDLE}({element})")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.ask(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1
            )

    def scroll_to(self, element: str) -> None:
        """Scrolls until an element is not under the page's header."""
        self.value(
            f"(({{top}}) => {{ const edge = document.querySelector('.top')"
            ".getBoundingClientRect().bottom; if (top < edge) scrollBy({top: top - edge - 8,"
            f" behavior: 'instant'}}); }})({element}.getBoundingClientRect())"
        )

    def press(self, *keys: str) -> None:
        for key in keys:
            self.run(self.page.press(key))

    def type(self, text: str) -> None:
        """Presses a key for each character."""
        self.press(*text)

    def paste(self, text: str) -> None:
        self.run(self.page.type(text))

    def fill(self, selector: str, text: str) -> None:
        """Puts a text in the place of a field's."""
        element = self.find(selector)
        self.until(f"{element} !== undefined")
        self.value(f"{element}.focus(), {element}.select()")
        if text:
            return self.paste(text)
        self.press("Backspace")

    def copied(self) -> str:
        """What is in the clipboard."""
        return self.result("navigator.clipboard.readText()")

    def visit(self, path: str) -> None:
        """Goes to an address without a load, as back and forward do."""
        self.value(
            f"history.pushState(null, '', {json.dumps(path)}),"
            " dispatchEvent(new PopStateEvent('popstate', {state: null}))"
        )
        self.settle()

    # The surroundings.

    def resize(self, width: int, height: int = 800, zoom: float = 1) -> None:
        """Has the browser's window this size, and a zoom."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=round(width / zoom),
            height=round(height / zoom), deviceScaleFactor=zoom, mobile=False,
        )  # fmt: skip

    def prefer(self, **features: str) -> None:
        """Sets media features, such as ``prefers_color_scheme="dark"``."""
        set = [{"name": one.replace("_", "-"), "value": to} for one, to in features.items()]
        self.ask("Emulation.setEmulatedMedia", features=set)

    # What the page has done.

    def asked(self) -> List[str]:
        """The methods that it has asked the server for, over WebSocket."""
        return [message["method"] for message in self.sent()]

    def sent(self) -> List[Dict[str, Any]]:
        """The messages that it has sent over WebSocket."""
        self.value("0")  # Brings the events.
        frames = self.page.params("Network.webSocketFrameSent")
        return [json.loads(frame["response"]["payloadData"]) for frame in frames]

    def loaded(self) -> List[str]:
        """The addresses that it has asked for."""
        self.value("0")
        return [one["request"]["url"] for one in self.page.params("Network.requestWillBeSent")]

    def forget(self) -> None:
        """Forgets what the page has done so far."""
        self.value("0")
        self.page.events.clear()

    def thrown(self) -> List[str]:
        """The exceptions that nothing has caught, and what was refused by a policy."""
        self.value("0")
        thrown = [one["exceptionDetails"] for one in self.page.params("Runtime.exceptionThrown")]
        said = [one["entry"] for one in self.page.params("Log.entryAdded")]
        return [
            *[one.get("exception", {}).get("description") or one["text"] for one in thrown],
            *[one["text"] for one in said if one["source"] in ("security", "violation")],
        ]


class Browsing:
    """A browser whose tabs a test uses one step after the other."""

    def __init__(self, loop: asyncio.AbstractEventLoop, whole: Browser) -> None:
        self._loop = loop
        self.browser = whole

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        task = self._loop.create_task(work)
        try:
            return self._loop.run_until_complete(task)
        except BaseException:
            # A test that ran out of time leaves no wait behind, so that the next can use the page.
            task.cancel()
            self._loop.run_until_complete(asyncio.wait([task]))
            raise

    def ask(self, method: str, **params: Any) -> Any:
        return self.run(self.browser.ask(method, **params))

    @contextmanager
    def profile(self) -> Iterator[str]:
        """A new profile, which shares nothing with others."""
        name = self.run(self.browser.profile())
        try:
            yield name
        finally:
            self.run(self.browser.discard(name))

    def tab(self, profile: str, site: Optional[Site] = None, session: bool = True) -> Tab:
        """A tab, with a session of the site unless it is to have none."""
        tab = Tab(self, self.run(self.browser.page(profile)), site)
        # Transitions take time; the tests that are about motion want it.
        tab.prefer(prefers_reduced_motion="reduce")
        tab.resize(1280)
        if site is not None and session:
            self.begin(profile, site)
        return tab

    def begin(self, profile: str, site: Site) -> None:
        """Gives a profile a session."""
        name, value = site.session()
        cookie = {
            "name": name, "value": value, "url": site.address, "httpOnly": True,
            "sameSite": "Strict",
        }  # fmt: skip
        self.ask("Storage.setCookies", cookies=[cookie], browserContextId=profile)

    def cookies(self, profile: str) -> List[Dict[str, Any]]:
        return self.ask("Storage.getCookies", browserContextId=profile)["cookies"]

    def permit(self, profile: str, site: Site, *permissions: str) -> None:
        """Grants a site permissions, such as ``clipboardReadWrite``."""
        self.ask(
            "Browser.grantPermissions", permissions=permissions, origin=site.address,
            browserContextId=profile,
        )  # fmt: skip

    def others(self, profile: str, tab: Tab) -> List[str]:
        """The addresses of a profile's other tabs."""
        own = tab.ask("Target.getTargetInfo")["targetInfo"]["targetId"]
        pages = self.run(self.browser.pages(profile))
        return [page["url"] for page in pages if page["targetId"] != own]


@contextmanager
def browsing(folder: Path, *flags: str, rules: Sequence[str] = ()) -> Iterator[Browsing]:
    """A browser with its files in ``folder``. The rules map names and ports to others."""
    loop = asyncio.new_event_loop()
    # GitHub's pages are links of the explorer's; a test that opens one asks nobody.
    opened = browser(folder, "--host-resolver-rules=" + ", ".join([*rules, *NOWHERE]), *flags)
    whole = loop.run_until_complete(opened.__aenter__())
    try:
        yield Browsing(loop, whole)
    finally:
        loop.run_until_complete(opened.__aexit__(None, None, None))
        loop.close()
