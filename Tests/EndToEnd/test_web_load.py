"""What a browser loads for the web explorer, and what it keeps of what was left.

`python -m bench explorer` measures the time.
"""

from __future__ import annotations

import urllib.parse
from typing import Any, Dict, List

from harness.explorer import Site, Tab

#: In bytes, of all files as they are sent.
MOST = 60_000
MODULES = 12

#: Opens the first row and comes back, so many times.
WANDER = """
(async (times) => {
    const title = document.querySelector("#main h1").textContent;
    const until = async (fact) => { while (!fact()) await new Promise((go) => setTimeout(go, 2)); };
    const isSettled = () => document.querySelector("#main [aria-busy=false]") !== null;
    for (let time = 0; time < times; time += 1) {
        const rows = document.querySelectorAll("#main .row");
        rows[time %% rows.length].click();
        await until(() => document.querySelector("#main h1").textContent !== title && isSettled());
        history.back();
        await until(() => document.querySelector("#main h1").textContent === title && isSettled());
    }
})(%d)
"""


def path(url: str) -> str:
    return urllib.parse.urlsplit(url).path


def test_one_page_one_style_and_few_modules_are_loaded_and_nothing_else(
    tab: Tab, site: Site
) -> None:
    tab.go("/user/octocat")
    tab.see()
    asked = tab.page.events
    first = next(
        index for index, event in enumerate(asked)
        if event["method"] == "Network.webSocketFrameReceived"
    )  # fmt: skip
    requests = [
        event["params"] for event in asked[:first] if event["method"] == "Network.requestWillBeSent"
    ]
    kinds: Dict[str, List[str]] = {}
    for request in requests:
        kinds.setdefault(request["type"], []).append(path(request["request"]["url"]))
    icons = {"/icon.svg", "/manifest.webmanifest"}
    kinds = {
        kind: [one for one in paths if one not in icons and not one.startswith("/avatars/")]
        for kind, paths in kinds.items()
    }
    assert kinds.pop("Document") == ["/user/octocat"]
    assert kinds.pop("Stylesheet") == ["/style.css"]
    modules = kinds.pop("Script")
    assert 0 < len(modules) <= MODULES and len(set(modules)) == len(modules)
    assert {kind: paths for kind, paths in kinds.items() if paths} == {}
    # The page names them all, so that none waits for another.
    named = "[...document.querySelectorAll('link[rel=modulepreload]')].map((one) => one.pathname)"
    named = named.replace("one.pathname", "new URL(one.href).pathname")
    assert sorted(tab.value(named)) == sorted(modules)
    starters = {
        request["initiator"]["type"] for request in requests if request["type"] == "Script"
    }
    assert starters == {"parser"}


def test_all_files_together_are_small(tab: Tab) -> None:
    tab.go("/rate")
    names = tab.value(
        "[...document.querySelectorAll('link[href], script[src]')].map(({href, src}) => href ?? src)"
    )
    manifest = "fetch('/manifest.webmanifest').then((answer) => answer.json())"
    icons = [icon["src"] for icon in tab.result(manifest)["icons"]]
    paths = sorted({"/rate", *map(path, names), *icons})
    sizes: Dict[str, Any] = {}
    for one in paths:
        tab.forget()
        assert tab.result(
            f"fetch({one!r}, {{cache: 'no-store'}}).then((a) => a.arrayBuffer()).then(() => 1)"
        )
        tab.until("true")
        response = tab.page.params("Network.responseReceived")[-1]["response"]
        fields = {name.lower(): value for name, value in response["headers"].items()}
        assert response["status"] == 200
        if not one.endswith(".png"):
            assert fields["content-encoding"] == "gzip", one
        sizes[one] = int(fields["content-length"])
    assert sum(sizes.values()) <= MOST, sizes


def test_the_shell_is_not_sent_again_if_it_is_the_same(tab: Tab) -> None:
    tab.go("/rate")
    tab.forget()
    tab.reload()
    sent = {
        path(one["response"]["url"]): one["response"]
        for one in tab.page.params("Network.responseReceived")
    }
    assert "/main.mjs" in sent
    for name, response in sent.items():
        if name.endswith((".mjs", ".css")):
            # The status that the page sees; less than a head was sent for it.
            assert response["status"] == 200 or response["status"] == 304
            assert response["encodedDataLength"] < 1200, name


def test_pictures_come_from_the_server_and_only_once(tab: Tab, site: Site) -> None:
    tab.go("/random?count=15&seed=7")
    tab.see()
    pictures = [url for url in tab.loaded() if "/avatars/" in url]
    assert len(pictures) == len(set(pictures)) == 15
    assert all(url.startswith(f"{site.address}/avatars/") for url in pictures)
    assert tab.value("[...document.images].every(({naturalWidth}) => naturalWidth > 0)")


def test_a_hundred_navigations_do_not_grow_the_heap(tab: Tab) -> None:
    tab.go("/followers/octocat")

    def size() -> "tuple[int, int]":
        heap = tab.run(tab.page.heap())
        return heap, tab.ask("Memory.getDOMCounters")["nodes"]

    # The results of twenty entries of the history are kept.
    tab.result(WANDER % 25)
    heap, nodes = size()
    tab.result(WANDER % 100)
    later, more = size()
    assert later < heap * 1.25, (heap, later)
    assert more < nodes * 1.25, (nodes, more)
