"""The web explorer when things go wrong: servers that end, answers that do not come, limits."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import pytest

from harness.explorer import AMPLE, Browsing, Site, Tab, browsing, start
from harness.patience import PATIENT
from harness.processes import Processes
from harness.relay import Relay
from harness.waiting import until

#: Whether the page says that the connection is lost.
LOST = "document.getElementById('connection').textContent !== ''"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="module")
def line(site: Site) -> Iterator[Relay]:
    """What all connections of the browser to the site go through."""
    relay = Relay(site.port)
    yield relay
    relay.close()


@pytest.fixture(scope="module")
def browser(
    site: Site, line: Relay, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browsing]:
    rule = f"MAP 127.0.0.1:{site.port} 127.0.0.1:{line.port}"
    with browsing(tmp_path_factory.mktemp("browser") / "profile", rules=[rule]) as whole:
        yield whole


@pytest.fixture
def broken(line: Relay, tab: Tab) -> Iterator[Tab]:
    """A tab that can lose its connection, and has it again when the test ends."""
    target = line.target
    yield tab
    line.target = target
    tab.forget()


def lose(line: Relay) -> int:
    """Cuts the connection, so that no other can be made. Returns what it led to."""
    target, line.target = line.target, free_port()
    line.cut()
    return target


def test_a_lost_connection_is_said_and_comes_back_by_itself(
    broken: Tab, line: Relay, site: Site
) -> None:
    broken.go("/user/octocat")
    broken.press("j")
    target = lose(line)
    broken.until(LOST)
    said = broken.texts("#connection[role=status]")[0]
    assert "The server does not answer" in said and "tries again by itself" in said
    assert f"gitxplorer web --http 127.0.0.1:{site.port}" in said
    # What was there stays, with the focus.
    assert "The Octocat" in broken.text and broken.focus == "/repo/octocat/Spoon-Knife"
    line.target = target
    broken.says("Connected again.")
    assert not broken.value(LOST)
    assert broken.focus == "/repo/octocat/Spoon-Knife"
    broken.press("Enter")
    broken.shows("octocat / Spoon-Knife")
    assert broken.count("dialog[open], #secret") == 0


def test_a_page_opened_without_a_connection_loads_when_it_is_back(
    broken: Tab, line: Relay
) -> None:
    broken.go("/user/octocat")
    target = lose(line)
    broken.until(LOST)
    broken.click("#main a", "All repositories")
    broken.shows("octocat › repositories")
    assert "The server does not answer." in broken.texts("#main .trouble")[0]
    line.target = target
    broken.until("document.querySelectorAll('#main .row').length === 8")
    assert broken.count("#main .trouble") == 0


@pytest.mark.parametrize("way", ["button", "key"])
def test_a_person_can_try_again_at_once(way: str, broken: Tab, line: Relay) -> None:
    broken.go("/user/octocat")
    target = lose(line)
    broken.until(LOST)
    line.target = target
    if way == "key":
        broken.press("r")
    elif broken.value(LOST):
        broken.click("#connection button", "Try now")
    broken.until(f"!({LOST})")
    broken.settle()
    assert "The Octocat" in broken.text


def test_a_request_that_was_under_way_is_made_again(broken: Tab, line: Relay) -> None:
    broken.go("/rate")
    line.holds = True
    broken.value(
        "history.pushState(null, '', '/user/exactly-250'),"
        " dispatchEvent(new PopStateEvent('popstate', {state: null}))"
    )
    broken.until("document.querySelector('#main [aria-busy=true]') !== null")
    target = lose(line)
    line.holds = False
    broken.until(LOST)
    line.target = target
    broken.shows("exactly-250")
    broken.until("document.querySelectorAll('#main .row').length === 5")


def test_a_server_that_was_killed_and_started_again_asks_for_the_secret(
    browser: Browsing, processes: Processes, profile: str
) -> None:
    site = start(processes, *AMPLE)
    tab = browser.tab(profile, site)
    tab.go("/repo/octocat/Hello-World")
    site.serving.process.kill()
    site.serving.wait()
    tab.until(LOST)
    assert "Hello World!" in tab.text
    again = start(processes, *AMPLE, http=f"127.0.0.1:{site.port}")
    tab.shows("Client secret")
    tab.until("document.activeElement.id === 'secret'")
    tab.paste(again.secret)
    tab.press("Enter")
    tab.shows("octocat / Hello-World", "/repo/octocat/Hello-World")
    assert "Hello World!" in tab.text


def test_a_server_that_ends_while_a_page_is_loaded_is_said(
    browser: Browsing, processes: Processes, profile: str
) -> None:
    site = start(processes, "--sandbox-option", "latency=3600000", *PATIENT)
    tab = browser.tab(profile, site)
    tab.run(tab.page.go(tab.at("/user/octocat")))
    site.sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
    site.serving.process.kill()
    tab.until(LOST)
    tab.settle()
    assert "connection to the server was lost" in tab.texts("#main .trouble")[0]
    assert tab.count("#main .trouble button") == 1


# An upstream that takes its time.


@pytest.fixture
def slow(browser: Browsing, processes: Processes, profile: str) -> Iterator[Tuple[Tab, Relay, Any]]:
    """A tab whose server asks a GitHub through a relay that can hold answers back."""
    sandbox = processes.start_sandbox("--rate-limit", "1000000")
    relay = Relay(sandbox.port)
    site = start(processes, *relay.upstream, sandbox=False)
    tab = browser.tab(profile, site)
    yield tab, relay, sandbox
    assert tab.thrown() == []
    relay.close()


def calls(tab: Tab, method: str) -> List[int]:
    """The ids of the calls of a method."""
    return [message["id"] for message in tab.sent() if message["method"] == method]


def cancelled(tab: Tab) -> List[int]:
    return [
        message["params"]["id"] for message in tab.sent() if message["method"] == "$/cancelRequest"
    ]


def answered(tab: Tab) -> Dict[int, Any]:
    """The answers that the page has received, by id."""
    tab.value("0")
    frames = tab.page.params("Network.webSocketFrameReceived")
    messages = [json.loads(frame["response"]["payloadData"]) for frame in frames]
    return {message["id"]: message for message in messages if "id" in message}


def test_leaving_a_screen_cancels_its_request_and_its_late_answer_never_shows(
    slow: Tuple[Tab, Relay, Any],
) -> None:
    tab, relay, sandbox = slow
    tab.go("/rate")
    relay.holds = True
    tab.value(
        "history.pushState(null, '', '/user/octocat'),"
        " dispatchEvent(new PopStateEvent('popstate', {state: null}))"
    )
    tab.until("document.querySelector('#main [aria-busy=true]') !== null")
    until(lambda: calls(tab, "user.summary") != [])
    (left,) = calls(tab, "user.summary")
    tab.click("nav a", "Console")
    tab.shows("Console")
    assert cancelled(tab) == [left]
    until(lambda: left in answered(tab))
    assert answered(tab)[left]["error"]["code"] == -32800
    text = tab.text
    relay.holds = False
    # What comes later on the same connection has come after everything else.
    tab.visit("/console/rate.status")
    tab.visit("/console")
    assert tab.text == text and tab.title == "Console · GitXplorer"


def test_only_the_last_of_many_screens_shows(slow: Tuple[Tab, Relay, Any]) -> None:
    tab, relay, _ = slow
    tab.go("/rate")
    relay.holds = True
    names = ["exactly-100", "exactly-200", "exactly-250", "octocat"]
    for name in names:
        tab.value(
            f"history.pushState(null, '', '/user/{name}'),"
            " dispatchEvent(new PopStateEvent('popstate', {state: null}))"
        )
    until(lambda: len(calls(tab, "user.summary")) == len(names))
    relay.holds = False
    tab.shows("octocat")
    assert "The Octocat" in tab.text
    assert cancelled(tab) == calls(tab, "user.summary")[:-1]


def test_the_answer_is_progressed_while_github_is_asked(slow: Tuple[Tab, Relay, Any]) -> None:
    tab, relay, _ = slow
    tab.go("/rate")
    relay.holds = True
    tab.value(
        "history.pushState(null, '', '/user/octocat'),"
        " dispatchEvent(new PopStateEvent('popstate', {state: null}))"
    )
    tab.until("document.querySelector('#main .age').textContent.length > 0")
    assert tab.count("#main .skeleton") > 0
    assert tab.count("#main progress") == 1
    relay.holds = False
    tab.shows("octocat")
    assert tab.count("#main .skeleton") == 0
    assert tab.value("document.querySelector('progress').hidden")


# Errors.


def limited(browser: Browsing, processes: Processes, profile: str, limit: int) -> Tuple[Tab, Site]:
    site = start(processes, "--sandbox-option", f"rate-limit={limit}")
    return browser.tab(profile, site), site


def test_a_used_up_limit_says_when_it_opens_and_offers_a_sign_in(
    browser: Browsing, processes: Processes, profile: str
) -> None:
    tab, _ = limited(browser, processes, profile, 1)
    tab.go("/user/exactly-300")
    (alert,) = tab.texts("#main .trouble")
    assert "hourly limit is used up" in alert and "The limit resets at" in alert
    assert "Details: 1429, rateLimited" in alert
    ways = set(tab.texts("#main .trouble .actions > *"))
    assert ways >= {"Try again", "Sign in", "See the limits"}
    tab.until("document.getElementById('limit').textContent.startsWith('0')")
    assert "low" in tab.value("document.getElementById('limit').className")
    tab.click("#main .trouble button", "Sign in")
    tab.until("document.activeElement.id === 'token'")
    tab.type("ghp_any")
    tab.press("Enter")
    # The view asks again by itself.
    tab.until("document.querySelectorAll('#main .row').length === 5")
    assert tab.count("#main .trouble") == 0


def test_a_used_up_limit_leaves_what_is_there(
    browser: Browsing, processes: Processes, profile: str
) -> None:
    tab, site = limited(browser, processes, profile, 60)
    tab.go("/user/octocat")
    site.sandbox.fault("secondaryLimit")
    tab.press("r")
    tab.until("document.querySelector('#main .trouble, #main .age .stale') !== null")
    tab.settle()
    assert "The Octocat" in tab.text


def test_offline_the_error_is_said_and_the_cache_is_shown(
    browser: Browsing, processes: Processes, profile: str, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "--cache", cache]
    assert processes.run("call", *flags, "user.summary", '["octocat"]').returncode == 0
    site = start(processes, *flags, "--offline", sandbox=False)
    tab = browser.tab(profile, site)
    tab.go("/user/octocat")
    assert "The Octocat" in tab.text and "From the cache" in tab.text
    tab.visit("/user/github")
    (alert,) = tab.texts("#main .trouble")
    assert "Details: 1510, offline" in alert
    tab.visit("/user/octocat")
    assert "The Octocat" in tab.text


@pytest.mark.parametrize(
    ("kind", "login"),
    [
        ("http500", "aged-ocelot61822"), ("http502", "QuietCondor784091"),
        ("malformed", "amber-robin909062"), ("reset", "silentocelot843811"),
    ],
)  # fmt: skip
def test_an_upstream_that_fails_is_said_and_can_be_asked_again(
    kind: str, login: str, tab: Tab, site: Site
) -> None:
    tab.go("/rate")
    site.sandbox.fault(kind, f"/users/{login}*")
    tab.visit(f"/user/{login}")
    assert tab.count("#main .trouble") == 1
    site.sandbox.configure(faults=[])
    tab.click("#main .trouble button", "Try again")
    tab.until("document.querySelector('#main .figures') !== null")
    tab.settle()
    assert tab.count("#main .trouble") == 0


def test_a_part_of_a_page_fails_by_itself(tab: Tab, site: Site) -> None:
    tab.go("/rate")
    site.sandbox.fault("http500", "/repos/octocat/linguist/readme")
    tab.visit("/repo/octocat/linguist")
    assert tab.count("#main .trouble") == 1 and "Language Savant" in tab.text
    assert tab.count("#main .plot") == 1
    site.sandbox.configure(faults=[])
    tab.click("#main .trouble button", "Try again")
    tab.until("document.querySelector('#main .readme') !== null")
    assert tab.count("#main .trouble") == 0


@pytest.mark.parametrize(
    ("address", "said", "page"),
    [
        ("/user/nobody-zzz", "has no user nobody-zzz", "https://github.com/nobody-zzz"),
        ("/repo/octocat/no", "has no repository octocat/no", "https://github.com/octocat/no"),
        ("/user/a%20b", 'found "a b"', None),
        ("/random?count=1000", "Count: ", None),
    ],
)
def test_an_error_says_what_to_do_and_names_the_page_to_open(
    address: str, said: str, page: Any, tab: Tab
) -> None:
    tab.go(address)
    (alert,) = tab.texts("#main .trouble")
    assert said in alert
    links = tab.value(
        "[...document.querySelectorAll('#main .trouble a[target]')].map(({href}) => href)"
    )
    assert links == ([page] if page else [])
    tab.click("#main .trouble a", "Random users")
    tab.shows("Random users")


def test_an_account_without_a_picture_has_its_initial(tab: Tab, site: Site) -> None:
    tab.go("/rate")
    site.sandbox.fault("http500", "/avatars/*")
    tab.visit("/following/octocat")
    tab.see()
    tab.until("document.querySelectorAll('#main img').length === 0")
    site.sandbox.configure(faults=[])
    assert tab.texts("#main .row .avatar")[:4] == ["H", "g", "t", "e"]
