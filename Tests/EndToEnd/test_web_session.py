"""Sessions of the web explorer, what the browser keeps, and signing in to GitHub."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any, Iterator

import pytest

from harness.explorer import AMPLE, Browsing, Site, Tab, start
from harness.processes import Processes

TOKEN = "ghp_averysecrettoken"

#: Everything in which a text could stay: the document, its fields, and what the page remembers.
REMAINS = """
JSON.stringify([
    document.documentElement.outerHTML, history.state, location.href, document.cookie,
    {...localStorage}, {...sessionStorage},
    [...document.querySelectorAll("input, textarea")].map(({value}) => value),
])
"""

#: What a page stores, by kind.
STORED = """
(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({name}) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker?.getRegistrations() ?? []).length,
    cookies: document.cookie,
}))()
"""

#: Counts the timers that will still do something.
TIMERS = """
window.timers = new Set();
const {setTimeout: later, clearTimeout: never} = window;
window.setTimeout = (work, ...rest) => {
    const timer = later(() => { timers.delete(timer); work(); }, ...rest);
    timers.add(timer);
    return timer;
};
window.clearTimeout = (timer) => { timers.delete(timer); never(timer); };
window.setInterval = () => { throw new Error("an interval never ends"); };
"""


@pytest.fixture
def stranger(browser: Browsing, site: Site, profile: str) -> Iterator[Tab]:
    """A tab without a session."""
    tab = browser.tab(profile, site, session=False)
    yield tab
    assert tab.thrown() == []


def history(tab: Tab) -> str:
    """The addresses and titles that back and forward offer."""
    entries = tab.ask("Page.getNavigationHistory")["entries"]
    return json.dumps([[entry["url"], entry["title"]] for entry in entries])


def enter_secret(tab: Tab, secret: str) -> None:
    tab.until("document.activeElement.id === 'secret'")
    tab.paste(secret)
    tab.press("Enter")


@pytest.mark.parametrize("path", ["/", "/user/octocat", "/search?q=octocat&type=repositories"])
def test_the_launch_token_opens_a_session_and_is_gone_from_address_and_history(
    path: str, browser: Browsing, processes: Processes, profile: str
) -> None:
    site = start(processes, *AMPLE)
    token = site.launch.partition("#launch=")[2]
    assert site.launch == f"{site.address}/#launch={token}" and len(token) == 64
    tab = browser.tab(profile, site, session=False)
    tab.go(f"{path}#launch={token}")
    assert tab.path == path
    assert tab.count("#main .row") > 0
    assert token not in history(tab) and token not in tab.value(REMAINS)
    # The part of an address that a browser sends has never had it.
    assert [url for url in tab.loaded() if token in url] == []
    (cookie,) = browser.cookies(profile)
    assert cookie["name"] == f"gitxplorer-{site.port}"
    assert cookie["httpOnly"] and cookie["session"] and cookie["sameSite"] == "Strict"
    assert (cookie["path"], cookie["domain"]) == ("/", "127.0.0.1")
    tab.reload()
    assert tab.count("#main .row") > 0
    # A second browser learns why the address does not work for it.
    with browser.profile() as other:
        second = browser.tab(other, site, session=False)
        second.go(f"{path}#launch={token}")
        second.shows("Client secret", path)
        second.until("document.getElementById('secret-error').textContent !== ''")
        assert "has been used before" in second.text and token not in history(second)


def test_a_browser_without_a_session_is_asked_for_the_secret_and_told_its_file(
    stranger: Tab, site: Site, browser: Browsing, profile: str
) -> None:
    stranger.go("/stargazers/octocat/Hello-World?page=2")
    stranger.shows("Client secret", "/stargazers/octocat/Hello-World?page=2")
    assert stranger.title == "Client secret · GitXplorer"
    assert stranger.texts("#secret-file pre") == [str(site.secret_file)]
    assert stranger.value("document.getElementById('secret').type") == "password"
    enter_secret(stranger, "0" * 64)
    stranger.says("This is not the secret.")
    assert browser.cookies(profile) == []
    enter_secret(stranger, f"  {site.secret}\n")
    stranger.shows("octocat / Hello-World › stargazers", "/stargazers/octocat/Hello-World?page=2")
    assert stranger.count("#main .row") == 20
    assert site.secret not in stranger.value(REMAINS)


def test_the_files_name_is_only_text(
    browser: Browsing, processes: Processes, profile: str
) -> None:
    name = "a \"b\" <img src=x onerror='window.hacked=1'> & é {SECRET-FILE}"
    file = processes.folder / name
    site = start(processes, *AMPLE, "--client-secret-file", str(file))
    tab = browser.tab(profile, site, session=False)
    tab.go("/")
    tab.shows("Client secret")
    assert tab.texts("#secret-file pre") == [str(file)]
    assert tab.value("window.hacked") is None
    enter_secret(tab, file.read_text())
    tab.shows("Random users")


def test_the_keys_of_the_explorer_are_text_in_the_secrets_field(stranger: Tab) -> None:
    stranger.go("/user/octocat")
    stranger.shows("Client secret")
    stranger.until("document.activeElement.id === 'secret'")
    stranger.type("/rsajkL?oy")
    assert stranger.value("document.getElementById('secret').value") == "/rsajkL?oy"
    assert stranger.path == "/user/octocat"


def test_going_elsewhere_without_a_session_asks_again(stranger: Tab, site: Site) -> None:
    stranger.go("/user/octocat")
    stranger.shows("Client secret")
    stranger.click(".brand")
    stranger.shows("Client secret", "/")
    enter_secret(stranger, site.secret)
    stranger.shows("Random users")
    stranger.move(-1)
    stranger.shows("octocat")


def test_nothing_is_stored_but_the_theme_and_the_switch(
    tab: Tab, browser: Browsing, profile: str
) -> None:
    tab.go("/user/octocat")
    for path in ("/repos/octocat", "/search?q=octocat", "/console/user.summary", "/rate"):
        tab.visit(path)
    tab.visit("/console/user.summary")
    tab.click("button", "Send")
    tab.says("Answered in ")
    nothing = {"session": [], "databases": [], "caches": [], "workers": 0, "cookies": ""}
    assert tab.result(STORED) == {"local": [], **nothing}
    tab.click("#theme")
    tab.click("#help")
    tab.click("#letters")
    tab.press("Escape")
    assert tab.result(STORED) == {"local": ["single-letter-keys", "theme"], **nothing}
    assert tab.value("({...localStorage})") == {"single-letter-keys": "off", "theme": "dark"}
    assert len(browser.cookies(profile)) == 1


def test_after_a_restart_the_page_asks_for_the_secret_and_returns_to_its_address(
    browser: Browsing, processes: Processes, profile: str
) -> None:
    site = start(processes, *AMPLE)
    tab = browser.tab(profile, site)
    tab.ask("Page.addScriptToEvaluateOnNewDocument", source=TIMERS)
    tab.go("/user/octocat")
    site.end()
    tab.until("document.getElementById('connection').textContent !== ''")
    tab.forget()
    again = start(processes, *AMPLE, http=f"127.0.0.1:{site.port}")
    tab.shows("Client secret", "/user/octocat")
    assert tab.texts("#connection") == [""]
    # The stale cookie was refused once, and nothing will send it again.
    tab.until("timers.size === 0")
    refused = [
        one["response"] for one in tab.page.params("Network.responseReceived")
        if one["response"]["status"] == 401
    ]  # fmt: skip
    assert len(refused) == 1, refused
    enter_secret(tab, again.secret)
    tab.shows("octocat", "/user/octocat")
    assert "The Octocat" in tab.text
    (cookie,) = browser.cookies(profile)
    assert cookie["name"] == f"gitxplorer-{site.port}"


def test_two_servers_have_a_session_each_in_one_browser(
    browser: Browsing, processes: Processes, profile: str, site: Site
) -> None:
    other = start(processes, *AMPLE)
    tab, second = browser.tab(profile, site), browser.tab(profile, other)
    for one in (tab, second, tab):
        one.go("/user/octocat")
        assert one.heading == "octocat"
    names = {cookie["name"] for cookie in browser.cookies(profile)}
    assert names == {f"gitxplorer-{site.port}", f"gitxplorer-{other.port}"}


# Signing in to GitHub.


@pytest.fixture
def own(browser: Browsing, processes: Processes, profile: str) -> Iterator[Any]:
    """A server of the test's own, whose code is asked for every second, and a tab."""
    site = start(processes, "--sandbox-option", "rate-limit=60")
    site.sandbox.configure(deviceInterval=1)
    tab = browser.tab(profile, site)
    yield site, tab
    assert tab.thrown() == []


def signed_in(tab: Tab) -> None:
    tab.until("document.getElementById('account').textContent === 'octocat'")
    tab.until("document.querySelector('dialog[open]') === null")
    tab.says("Signed in as octocat.")
    # What is left is that of the token.
    tab.until("document.getElementById('limit').textContent.includes('5,000')")


def test_a_token_signs_in_and_stays_nowhere(own: Any) -> None:
    site, tab = own
    tab.go("/user/octocat")
    tab.click("#account")
    tab.until("document.activeElement.id === 'token'")
    assert tab.value("document.activeElement.type") == "password"
    tab.type(TOKEN)
    tab.press("Enter")
    signed_in(tab)
    tab.settle()
    assert TOKEN not in tab.value(REMAINS)
    assert tab.result(STORED)["local"] == []
    # Its only message has the token, and the view asks again as octocat.
    assert [one for one in tab.sent() if TOKEN in json.dumps(one)][0]["method"] == "auth.login"
    assert tab.asked().count("user.summary") == 2
    tab.reload()
    tab.until("document.getElementById('account').textContent === 'octocat'")
    assert "octocat" in tab.text


def test_a_token_that_github_refuses_is_said_and_stays_nowhere(own: Any) -> None:
    _, tab = own
    tab.go("/rate")
    tab.press("L")
    tab.until("document.activeElement.id === 'token'")
    tab.type("no-token")
    tab.press("Enter")
    tab.until("document.querySelector('dialog [role=alert]:not(:empty)') !== null")
    assert "no-token" not in tab.value(REMAINS)
    assert tab.focus == "#token"
    assert tab.texts("#account") == ["Sign in"]


def test_a_token_that_was_typed_but_not_sent_stays_nowhere(own: Any) -> None:
    _, tab = own
    tab.go("/rate")
    tab.press("L")
    tab.until("document.activeElement.id === 'token'")
    tab.type(TOKEN)
    tab.press("Escape")
    tab.until("document.getElementById('token') === null")
    assert TOKEN not in tab.value(REMAINS)


@pytest.mark.parametrize("denies", [False, True])
def test_a_code_that_is_entered_elsewhere_signs_in_or_is_refused(denies: bool, own: Any) -> None:
    site, tab = own
    tab.go("/user/octocat")
    tab.press("L")
    tab.click("dialog button", "Sign in by code")
    tab.until("document.querySelector('dialog .code') !== null")
    (code,) = tab.texts("dialog .code")
    link = "(({href, target, rel}) => [href, target, rel])(document.querySelector('dialog a'))"
    page = [f"{site.sandbox.url}/login/device", "_blank", "noopener noreferrer"]
    assert tab.value(link) == page
    site.sandbox.authorize(code, deny=denies)
    if denies:
        tab.says("The code was refused or has expired.")
        assert tab.texts("#account") == ["Sign in"]
    else:
        signed_in(tab)


def test_signing_out_leaves_the_identity(own: Any) -> None:
    site, tab = own
    tab.go("/rate")
    tab.press("L")
    tab.until("document.activeElement.id === 'token'")
    tab.type(TOKEN)
    tab.press("Enter")
    signed_in(tab)
    tab.press("L")
    tab.click("dialog button", "Sign out")
    tab.says("Signed out.")
    tab.until("document.getElementById('account').textContent === 'Sign in'")
    tab.until("document.getElementById('main').textContent.includes('of 60')")


def test_a_token_is_stored_on_the_server_only_if_it_is_wanted(
    own: Any, processes: Processes
) -> None:
    _, tab = own
    folder = Path(processes.environment["XDG_CONFIG_HOME"]) / "gitxplorer"
    tab.go("/rate")
    for stores in (False, True):
        tab.press("L")
        tab.until("document.activeElement.id === 'token'")
        if stores:
            tab.click("#store")
            tab.value("document.getElementById('token').focus()")
        tab.type(TOKEN)
        tab.press("Enter")
        signed_in(tab)
        files = [path for path in folder.glob("token*")] if folder.exists() else []
        assert [path.name for path in files] == (["token@sandbox"] if stores else [])
        if not stores:
            tab.press("L")
            tab.click("dialog button", "Sign out")
            tab.until("document.getElementById('account').textContent === 'Sign in'")
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600


def test_esc_returns_to_where_the_sign_in_was_opened(own: Any) -> None:
    _, tab = own
    tab.go("/user/octocat")
    tab.press("j", "L")
    tab.until("document.activeElement.id === 'token'")
    tab.press("Escape")
    tab.until("document.querySelector('dialog[open]') === null")
    assert tab.focus == "/repo/octocat/Spoon-Knife"
