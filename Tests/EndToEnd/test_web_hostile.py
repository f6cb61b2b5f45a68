"""A GitHub that lies: nothing that strangers wrote becomes more than text in the web explorer."""

from __future__ import annotations

import base64
import itertools
import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterator

import pytest

from harness.explorer import Site, Tab, start
from harness.processes import Processes
from harness.upstream import Answer, Request, Upstream

#: Texts that would do something as markup, as a template, or by their length or direction.
TEXTS = [
    '<img src=x onerror="window.hacked = 1">',
    "<script>window.hacked = 1</script>",
    '"><svg onload="window.hacked = 1"></svg>',
    "</title></textarea></pre><iframe srcdoc='<script>parent.hacked = 1</script>'></iframe>",
    "[a](javascript:window.hacked=1) {{constructor.constructor('hacked = 1')()}} ${hacked = 1}",
    "\u202eright to left\u202c \u2066isolated \u202eforever",
    "a\u0000b\u0007\u001b[31m\u2028",
    "W" * 10_000,
    "\U0001f468\u200d\U0001f469" * 50 + "\u0301" * 500,
]

#: Addresses that are no web pages, or that end somewhere else than they seem to.
LINKS = [
    "javascript:window.hacked=1",
    " javascript:window.hacked=1",
    "java\tscript:window.hacked=1",
    "JAVASCRIPT:window.hacked=1//.example.com",
    "data:text/html,<script>opener.hacked=1</script>",
    "vbscript:window.hacked=1",
    "file:///etc/passwd",
    "blob:https://example.com/1",
    "//evil.example/x",
    'https://evil.example/"><img src=x onerror=window.hacked=1>',
    "https://user:password@evil.example/",
    "https://evil.example/" + "w" * 5_000,
    "evil.example",
    "https://",
]

README = "\n".join([*TEXTS, *LINKS])

#: The members that hold strangers' words, and those that hold addresses.
WORDS = {
    "name", "bio", "company", "location", "description", "language", "body", "tag_name",
    "default_branch", "spdx_id", "twitter_username",
}  # fmt: skip
ADDRESSES = {"blog", "homepage", "html_url"}

#: What is wrong with the page as it is.
WRONG = """
(() => {
    const found = [], width = document.documentElement.clientWidth;
    if (window.hacked !== undefined) found.push("executed");
    if (document.documentElement.scrollWidth > width) {
        found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    }
    const own = "script[src='/main.mjs'], head meta, head link";
    for (const one of document.querySelectorAll(
        "script, style, iframe, object, embed, base, meta, link, video, audio, math, template")) {
        if (!one.matches(own)) found.push(one.outerHTML);
    }
    for (const one of document.querySelectorAll("*")) {
        const isHandler = (name) => /^(on|srcdoc|formaction)/.test(name);
        if (one.getAttributeNames().some(isHandler)) found.push(one.outerHTML);
    }
    for (const {src} of document.images) {
        if (!src.startsWith(`${location.origin}/avatars/`)) found.push(`picture of ${src}`);
    }
    for (const link of document.querySelectorAll("a")) {
        const {origin, protocol, target, rel} = link;
        const isOwn = origin === location.origin && !target;
        const isWeb = /^https?:$/.test(protocol) && target === "_blank"
            && rel === "noopener noreferrer";
        if (!isOwn && !isWeb) found.push(link.outerHTML);
    }
    const texts = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const {data, parentElement} = texts.currentNode;
        // What turns the direction is kept to itself.
        if (data.includes("\\u202e") && !parentElement.closest("bdi, [dir=auto], pre")) {
            found.push(`direction: ${parentElement.outerHTML}`);
        }
    }
    return found.map((text) => text.slice(0, 300));
})()
"""


class Liar:
    """Sends what a sandbox does, with other words and addresses in it."""

    def __init__(self, sandbox: str) -> None:
        self.sandbox = sandbox
        self.own = ""
        self._words = itertools.cycle([*TEXTS, "\n".join(TEXTS)])
        self._links = itertools.cycle(LINKS)

    def answer(self, request: Request) -> Answer:
        if "/users/refused" in request.path:
            body = {"message": "\n".join(TEXTS), "documentation_url": LINKS[0]}
            return 422, {"Content-Type": "application/json"}, json.dumps(body)
        headers = {"User-Agent": "tests", "Accept": request.accept}
        question = urllib.request.Request(self.sandbox + request.path, headers=headers)
        try:
            with urllib.request.urlopen(question) as answer:
                status, fields, body = answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            status, fields, body = error.code, dict(error.headers), error.read()
        kept = {
            name: value.replace(self.sandbox, self.own)
            for name, value in fields.items()
            if name.lower() in ("content-type", "link", "location") or name.startswith("X-Rate")
        }
        text = body.decode("utf-8", "replace").replace(self.sandbox, self.own)
        if "/readme" in request.path and "raw" in request.accept:
            return status, kept, README
        if "json" not in kept.get("Content-Type", "") or "rate_limit" in request.path:
            return status, kept, text
        return status, kept, json.dumps(self._twisted(json.loads(text), request.path))

    def _twisted(self, value: Any, path: str) -> Any:
        if path.endswith("/languages"):
            return {text: 10**9 + index for index, text in enumerate(TEXTS)}
        if isinstance(value, list):
            return [self._twisted(one, path) for one in value]
        if not isinstance(value, dict):
            return value
        twisted: Dict[str, Any] = {}
        for name, member in value.items():
            # The name of a repository is part of its address.
            is_repository = name == "name" and "full_name" in value
            if name in WORDS and not is_repository and (member is None or isinstance(member, str)):
                twisted[name] = next(self._words)
            elif name in ADDRESSES:
                twisted[name] = next(self._links)
            elif name == "content" and "encoding" in value:
                twisted[name] = base64.b64encode(README.encode()).decode()
            elif name == "topics":
                twisted[name] = TEXTS
            elif name == "avatar_url" and value.get("id", 0) % 2:
                twisted[name] = next(self._links)
            else:
                twisted[name] = self._twisted(member, path)
        return twisted


@pytest.fixture(scope="module")
def lying(module_processes: Processes) -> Iterator[Upstream]:
    """A GitHub that lies."""
    liar = Liar(module_processes.start_sandbox("--rate-limit", "1000000").url)
    with Upstream(liar.answer) as upstream:
        liar.own = upstream.url
        yield upstream


@pytest.fixture(scope="module")
def site(module_processes: Processes, lying: Upstream) -> Site:
    return start(module_processes, "--api-url", lying.url, sandbox=False)


def check(tab: Tab, site: Site) -> None:
    tab.see()
    for width in (1280, 320):
        tab.resize(width)
        assert tab.value(WRONG) == []
    elsewhere = [url for url in tab.loaded() if not url.startswith((site.address, "about:"))]
    assert elsewhere == []


@pytest.mark.parametrize(
    ("address", "is_listed"),
    [
        ("/random?count=30&seed=7", False),
        ("/user/octocat", True),
        ("/repos/octocat", True),
        ("/starred/octocat", True),
        ("/followers/octocat", False),
        ("/repo/octocat/Hello-World", True),
        ("/stargazers/octocat/Hello-World", False),
        ("/search?q=octocat", False),
        ("/search?q=cat&type=repositories", True),
        ("/user/refused", True),
    ],
)
def test_texts_and_links_of_strangers_are_only_text(
    address: str, is_listed: bool, tab: Tab, site: Site
) -> None:
    tab.go(address)
    if is_listed:
        # It is there, as text.
        assert "window.hacked" in tab.text or "W" * 100 in tab.text
    check(tab, site)


def test_each_address_of_a_stranger_is_a_link_only_if_it_is_a_web_page(
    tab: Tab, site: Site, lying: Upstream
) -> None:
    tab.go("/stargazers/octocat/Hello-World")
    logins = tab.texts("#main .row .name")[: len(LINKS)]
    shown = set()
    for login in logins:
        tab.visit(f"/user/{login}")
        check(tab, site)
        shown.update(tab.texts(".about li"))
    texts = [text.strip() for text in LINKS[:4] if any(text.strip() in one for one in shown)]
    assert texts != []


@pytest.mark.parametrize("method", ["user.summary", "repo.readme", "search.repositories"])
def test_the_console_shows_strangers_texts_in_messages_only(
    method: str, tab: Tab, site: Site
) -> None:
    tab.go(f"/console/{method}")
    tab.click("button", "Send")
    tab.until("document.querySelectorAll('.messages pre').length === 2")
    tab.says("Answered in ")
    assert "window.hacked" in tab.texts(".messages pre")[-1]
    check(tab, site)


@pytest.mark.parametrize("text", [*TEXTS[:6], *LINKS[:5], "'\"`\\", "%2F..%2F..%2F", "%00", "%ff"])
def test_an_address_with_markup_in_it_shows_its_text(text: str, tab: Tab, site: Site) -> None:
    quoted = text if text.startswith("%") else urllib.parse.quote(text, safe="")
    tab.go("/rate")
    for address in (
        f"/user/{quoted}", f"/search?q={quoted}", f"/console/{quoted}",
        f"/stargazers/octocat/{quoted}?page={quoted}", f"/repos/octocat?sort={quoted}",
        f"/console/user.summary?params={quoted}",
    ):  # fmt: skip
        tab.visit(address)
        check(tab, site)


POLICY = [
    ("document.body.innerHTML = '<b>'", "TypeError"),
    ("document.body.insertAdjacentHTML('beforeend', '<b>')", "TypeError"),
    ("document.write('<b>')", "TypeError"),
    ("document.createElement('script').text = 'window.hacked = 1'", "TypeError"),
    ("document.createElement('script').src = '/main.mjs'", "TypeError"),
    ("Object.assign(document.createElement('iframe'), {srcdoc: '<b>'})", "TypeError"),
    ("new DOMParser().parseFromString('<b>', 'text/html')", "TypeError"),
    ("trustedTypes.defaultPolicy && 'a default policy'", "null"),
]


@pytest.mark.parametrize(("expression", "outcome"), POLICY)
def test_the_policy_forbids_markup_from_text(expression: str, outcome: str, tab: Tab) -> None:
    tab.go("/rate")
    attempt = f"try {{ String({expression}) }} catch ({{name}}) {{ name }}"
    assert tab.value(attempt) == outcome
    tab.page.events.clear()


def test_an_inline_script_and_an_inline_handler_do_not_run(tab: Tab) -> None:
    tab.go("/rate")
    # As a person's own tools would, past Trusted Types.
    tab.value(
        "(() => { const script = document.createElement('script');"
        " script.append('window.hacked = 1'); try { document.body.append(script); } catch {} })()"
    )
    tab.value(
        "(() => { const button = document.createElement('button');"
        " try { button.setAttribute('onclick', 'window.hacked = 1'); } catch {}"
        " document.body.append(button); button.click(); })()"
    )
    tab.value("(() => { try { setTimeout('window.hacked = 1', 0); } catch {} })()")
    tab.result("new Promise((done) => setTimeout(done, 1))")
    assert tab.value("window.hacked") is None
    assert tab.thrown() != []
    tab.page.events.clear()


def test_the_page_can_ask_no_other_origin(tab: Tab, lying: Upstream) -> None:
    tab.go("/rate")
    requests = len(lying.requests)
    for url in (lying.url, "https://example.com"):
        asked = f"fetch({url!r}, {{mode: 'no-cors'}}).then(() => 'answered', () => 'refused')"
        assert tab.result(asked) == "refused"
        seen = (
            "new Promise((done) => { const image = new Image(); image.onload = () => done('seen');"
            f" image.onerror = () => done('refused'); image.src = {url!r}; }})"
        )
        assert tab.result(seen) == "refused"
    assert len(lying.requests) == requests
    tab.page.events.clear()
