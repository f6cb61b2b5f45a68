"""Addresses of the web explorer: typed, reloaded, in a second tab, and by back and forward."""

from __future__ import annotations

from typing import List, Tuple

import pytest

from harness.explorer import Browsing, Site, Tab

#: Address, title, heading, and words of the contents.
PLACES = [
    ("/", "Random users", "Random users", []),
    ("/random?count=15&seed=7", "Random users", "Random users", ["quiet-crab-4048[bot]"]),
    ("/user/octocat", "octocat", "octocat", ["The Octocat", "Spoon-Knife", "HTML 33%"]),
    ("/user/github", "github", "github", ["How people build software.", "Organization"]),
    (
        *("/repos/octocat", "octocat › repositories", "octocat › repositories"),
        ["git-consortium", "★ 12,310", "8 repositories"],
    ),
    (
        *("/starred/octocat", "octocat › starred", "octocat › starred"),
        ["HiddenFalcon65575/quiet-vault", "starred"],
    ),
    (
        *("/followers/octocat", "octocat › followers", "octocat › followers"),
        ["aged-ocelot61822", "Page 1 of 562"],
    ),
    (
        *("/following/octocat", "octocat › following", "octocat › following"),
        ["exactly-1000", "Organization"],
    ),
    (
        *("/repo/octocat/Hello-World", "octocat/Hello-World", "octocat / Hello-World"),
        ["My first repository on GitHub!", "Hello World!", "Jan 28, 2011"],
    ),
    (
        "/stargazers/octocat/Hello-World?page=2",
        *("octocat/Hello-World › stargazers, page 2", "octocat / Hello-World › stargazers"),
        ["Page 2 of 125", "starred"],
    ),
    ("/search?q=octocat&page=1", "Search: octocat", "Search: octocat", ["octocat", "Best match"]),
    (
        "/search?q=user%3Aoctocat&type=repositories",
        *("Search: user:octocat in repositories", "Search: user:octocat"),
        ["octocat/Spoon-Knife"],
    ),
    ("/search", "Search", "Search", ["Type what to look for"]),
    ("/rate", "Limits", "Limits", ["core", "of 1,000,000"]),
    ("/console", "Console", "Console", ["users.random", "repo.starHistory"]),
    ("/console/repo.stargazers", "repo.stargazers", "repo.stargazers", ["Params as JSON", "Send"]),
]  # fmt: skip

#: Those to which the browser comes back, and a link of theirs.
LISTS = [
    ("/random?count=60&seed=7", "#main li:nth-child(40) a.row"),
    ("/repos/exactly-100", "#main li:nth-child(60) a.row"),
    ("/stargazers/octocat/Hello-World?page=2", "#main li:nth-child(18) a.row"),
    ("/followers/octocat", "#main li:nth-child(28) a.row"),
    ("/repo/octocat/Hello-World", "#main dd a"),
    ("/console", "#main li:nth-child(20) a.row"),
]

#: Where what has the focus is in the window.
TOP = "document.activeElement.getBoundingClientRect().top"


@pytest.mark.parametrize(("address", "title", "heading", "words"), PLACES)
def test_an_address_works_typed_and_reloaded_and_in_a_second_tab(
    address: str,
    title: str,
    heading: str,
    words: List[str],
    tab: Tab,
    browser: Browsing,
    site: Site,
    profile: str,
) -> None:
    def check(tab: Tab) -> None:
        assert (tab.title, tab.heading) == (f"{title} · GitXplorer", heading)
        assert [word for word in words if word not in tab.text] == []
        assert tab.path == address
        assert tab.texts("#main [role=alert]:not(:empty)") == []

    tab.go(address)
    check(tab)
    contents = tab.texts("#main .row")
    tab.reload()
    check(tab)
    assert tab.texts("#main .row") == contents
    second = browser.tab(profile, site, session=False)
    second.go(address)
    check(second)
    assert second.thrown() == []


def test_random_users_without_a_seed_differ_in_a_second_tab(
    tab: Tab, browser: Browsing, site: Site, profile: str
) -> None:
    tab.go("/")
    second = browser.tab(profile, site, session=False)
    second.go("/")
    assert tab.count("#main .row") == 15
    assert tab.texts("#main .row") != second.texts("#main .row")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize(("address", "link"), LISTS)
def test_back_and_forward_restore_the_results_the_scroll_and_the_focus(
    address: str, link: str, motion: str, tab: Tab, site: Site
) -> None:
    tab.prefer(prefers_reduced_motion=motion)
    tab.resize(1000, 500)
    tab.go(address)
    contents, heading = tab.contents, tab.heading
    tab.value(f"document.querySelector({link!r}).focus()")
    tab.value("scrollBy({top: 40, behavior: 'instant'})")
    tab.see()
    top, focus = tab.value(TOP), tab.focus
    assert tab.scroll > 0 and focus.startswith("/")
    tab.press("Enter")
    tab.until(f"document.querySelector('#main h1').textContent !== {heading!r}")
    tab.settle()
    assert tab.focus.startswith("h1"), "the heading of the new page"
    assert tab.scroll == 0
    tab.see()
    second, there = tab.heading, tab.contents
    asked, requests = tab.asked(), site.github_requests()
    tab.move(-1)
    tab.shows(heading, address)
    # The list of the console scrolls by itself, so its row may be anywhere where it is seen.
    seen = f"{TOP} >= 0 && {TOP} < innerHeight"
    tab.until(seen if address == "/console" else f"Math.abs({TOP} - {top}) < 2")
    assert tab.focus == focus
    assert tab.contents == contents
    tab.move(+1)
    tab.shows(second)
    assert tab.contents == there
    tab.see()
    assert tab.asked() == asked
    assert site.github_requests() == requests


def test_a_reload_keeps_the_scroll_and_back_works_after_it(tab: Tab) -> None:
    tab.go("/random?count=60&seed=7")
    tab.value("document.querySelector('#main li:nth-child(40) a').focus()")
    scroll, focus = tab.scroll, tab.focus
    assert scroll > 0
    tab.until(f"history.state.scroll === {scroll}")
    tab.reload()
    tab.until(f"scrollY === {scroll}")
    tab.press("Enter")
    tab.shows(focus.rpartition("/")[2])
    tab.reload()
    tab.move(-1)
    tab.shows("Random users")
    tab.until(f"scrollY === {scroll}")
    assert tab.focus == focus


def test_random_users_come_back_after_a_draw_and_a_reload(tab: Tab) -> None:
    tab.go("/")
    first = tab.texts("#main .row .name")
    tab.press("r")
    tab.until(f"document.querySelector('#main .row .name')?.textContent !== {first[0]!r}")
    tab.settle()
    drawn = tab.texts("#main .row .name")
    assert len(drawn) == 15 and drawn != first
    tab.press("j", "Enter")
    tab.shows(drawn[0])
    tab.move(-1)
    tab.shows("Random users")
    assert tab.texts("#main .row .name") == drawn
    tab.reload()
    assert tab.texts("#main .row .name") == drawn


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/random?count=3&seed=7", 3),
        ("/repos/octocat?sort=name", 8),
        ("/repos/exactly-100?limit=50", 50),
        ("/search?q=cat&type=repositories&sort=stars", 30),
    ],
)
def test_the_query_of_an_address_decides_what_is_shown(
    address: str, shown: int, tab: Tab
) -> None:
    tab.go(address)
    assert tab.count("#main .row") == shown


def test_an_order_is_part_of_the_address_and_keeps_the_focus(tab: Tab) -> None:
    tab.go("/repos/octocat")
    index, _ = history(tab)
    tab.value("document.querySelector('#main select').focus()")
    focus = tab.focus
    tab.type("N")
    tab.shows("octocat › repositories", "/repos/octocat?sort=name")
    tab.until("document.querySelector('#main .row').textContent === 'boysenberry-repo-1'")
    assert tab.value("document.querySelector('#main select').value") == "name"
    assert tab.focus == focus
    # Back leads to another page and not to another order.
    assert history(tab)[0] == index
    tab.reload()
    assert tab.texts("#main .row")[0] == "boysenberry-repo-1"


def test_the_pages_of_a_list_are_links(tab: Tab) -> None:
    tab.go("/stargazers/octocat/Hello-World?page=2")
    links = "[...document.querySelectorAll('.pages a')].map((a) => [a.textContent, a.search])"
    assert tab.value(links) == [["Previous", "?page=1"], ["Next", "?page=3"], ["Last", "?page=125"]]
    tab.click(".pages a", "Next")
    tab.shows("octocat / Hello-World › stargazers", "/stargazers/octocat/Hello-World?page=3")
    assert tab.texts(".pages [aria-current=page]") == ["Page 3 of 125"]


def test_a_filter_leaves_the_repositories_with_its_words(tab: Tab) -> None:
    tab.go("/repos/octocat")
    tab.fill("#main input[type=search]", "demonstration")
    tab.until("document.querySelectorAll('#main .row').length === 2")
    assert "2 of 8" in tab.text


@pytest.mark.parametrize(
    ("typed", "heading"),
    [
        ("octocat/Hello-World", "octocat / Hello-World"),
        ("@octocat", "octocat"),
        ("https://github.com/octocat", "octocat"),
        ("https://github.com/octocat/Hello-World/issues?q=1", "octocat / Hello-World"),
        ("octocat", "Search: octocat"),
        ("  user:octocat  ", "Search: user:octocat"),
    ],
)
def test_the_search_field_takes_names_and_addresses_of_pages(
    typed: str, heading: str, tab: Tab
) -> None:
    tab.go("/rate")
    tab.fill("#query", typed)
    tab.press("Enter")
    tab.shows(heading)


def test_an_unknown_address_is_not_found(tab: Tab) -> None:
    tab.go("/rate")
    for path in ("/nothing", "/user", "/user/a/b", "/repo/octocat", "/console/a/b"):
        assert tab.result(f"fetch({path!r}).then(({{status}}) => status)") == 404, path


def test_a_link_to_no_page_says_so_without_a_load(tab: Tab) -> None:
    tab.go("/")
    tab.value("history.pushState({index: 1, key: 'x', left: []}, '', '/nothing')")
    tab.value("dispatchEvent(new PopStateEvent('popstate', {state: history.state}))")
    tab.until("document.querySelector('#main h1').textContent === 'There is no such page'")
    assert tab.title == "No such page · GitXplorer"
    tab.click("#main a", "Random users")
    tab.shows("Random users")


def test_a_click_with_a_modifier_is_left_to_the_browser(
    tab: Tab, browser: Browsing, site: Site, profile: str
) -> None:
    tab.go("/user/octocat")
    tab.click("#main a.row", "Spoon-Knife", button="middle")
    while f"{site.address}/repo/octocat/Spoon-Knife" not in browser.others(profile, tab):
        tab.value("0")
    assert tab.heading == "octocat"


def history(tab: Tab) -> Tuple[int, List[str]]:
    found = tab.ask("Page.getNavigationHistory")
    return found["currentIndex"], [entry["url"] for entry in found["entries"]]


def test_a_link_to_the_same_page_adds_no_entry_to_the_history(tab: Tab) -> None:
    tab.go("/")
    index, _ = history(tab)
    for _ in range(2):
        tab.click(".brand")
        tab.settle()
    assert history(tab)[0] == index
    assert tab.count("#main .row") == 15
