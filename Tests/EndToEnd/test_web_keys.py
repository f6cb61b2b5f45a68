"""The web explorer by keyboard, and by mouse: each key, lists, fields, help."""

from __future__ import annotations

from typing import Iterator

import pytest

from harness.explorer import Browsing, Site, Tab

HELLO = "octocat / Hello-World"


@pytest.fixture
def sighted(tab: Tab, browser: Browsing, site: Site, profile: str) -> Iterator[Tab]:
    """A tab whose pages may read the clipboard."""
    browser.permit(profile, site, "clipboardReadWrite", "clipboardSanitizedWrite")
    yield tab


def opened(browser: Browsing, profile: str, tab: Tab) -> str:
    """The address of the only other tab, as soon as there is one."""
    while not (others := browser.others(profile, tab)) or others == [""]:
        tab.value("0")
    (other,) = others
    return other


def test_the_slash_goes_to_the_search_and_selects_what_is_there(tab: Tab) -> None:
    tab.go("/search?q=octocat")
    tab.press("/")
    assert tab.focus == "#query"
    tab.type("@octocat")
    tab.press("Enter")
    tab.shows("octocat", "/user/octocat")


def test_r_draws_other_users(tab: Tab) -> None:
    tab.go("/")
    first = tab.texts("#main .row")
    tab.press("r")
    tab.until(f"document.querySelector('#main .row')?.textContent !== {first[0]!r}")
    tab.settle()
    assert tab.count("#main .row") == 15


def test_r_asks_github_again(tab: Tab, site: Site) -> None:
    tab.go("/user/exactly-100")
    tab.reload()
    tab.see()
    requests = site.github_requests()
    tab.press("r")
    tab.settle()
    assert site.github_requests() > requests
    assert [one["params"].get("refresh") for one in tab.sent() if one["method"] == "user.summary"][
        -1
    ]
    assert tab.heading == "exactly-100" and tab.count("#main .row") == 5


@pytest.mark.parametrize(
    ("address", "keys", "page"),
    [
        ("/user/octocat", [], "https://github.com/octocat"),
        ("/user/octocat", ["j"], "https://github.com/octocat/Spoon-Knife"),
        ("/repos/octocat", [], "https://github.com/octocat"),
        ("/repo/octocat/Hello-World", [], "https://github.com/octocat/Hello-World"),
        ("/stargazers/octocat/Hello-World", [], "https://github.com/octocat/Hello-World"),
    ],
)
def test_o_opens_the_page_on_github_and_y_copies_its_address(
    address: str, keys: "list[str]", page: str, sighted: Tab, browser: Browsing, profile: str
) -> None:
    sighted.go(address)
    sighted.press(*keys, "y")
    sighted.says("Copied the address.")
    # The sandbox has the addresses of GitHub's pages in what it sends.
    assert sighted.copied() == page
    # No name is resolved in a test, so nothing is asked of GitHub.
    sighted.press("o")
    assert opened(browser, profile, sighted).rstrip("/") == page
    assert sighted.value("window.closed") is False


@pytest.mark.parametrize(
    ("address", "keys"),
    [
        ("/repo/octocat/Hello-World", []), ("/user/octocat", ["j", "j"]),
        ("/repos/octocat", ["j", "j"]),
    ],
)
def test_s_shows_the_stargazers_of_the_repository(
    address: str, keys: "list[str]", tab: Tab
) -> None:
    tab.go(address)
    tab.press(*keys, "s")
    tab.shows(f"{HELLO} › stargazers", "/stargazers/octocat/Hello-World")


def test_s_without_a_repository_says_what_it_needs(tab: Tab) -> None:
    tab.go("/rate")
    tab.press("s")
    tab.says("Stargazers belong to a repository")
    assert tab.path == "/rate"


@pytest.mark.parametrize(
    ("address", "keys"),
    [("/user/octocat", []), ("/repo/octocat/Hello-World", []), ("/starred/octocat", [])],
)
def test_a_shows_all_repositories_of_the_user(address: str, keys: "list[str]", tab: Tab) -> None:
    tab.go(address)
    tab.press(*keys, "a")
    tab.shows("octocat › repositories", "/repos/octocat")


def test_a_on_a_row_is_about_the_rows_user(tab: Tab) -> None:
    tab.go("/stargazers/octocat/Hello-World")
    tab.press("j")
    login = tab.focus.rpartition("/")[2]
    tab.press("a")
    tab.shows(f"{login} › repositories")


def test_question_mark_lists_every_key_and_esc_closes_the_list(tab: Tab) -> None:
    tab.go("/user/octocat")
    tab.press("?")
    tab.until("document.querySelector('dialog[open]') !== null")
    keys = tab.texts("dialog[open] kbd")
    assert keys == [
        *"/roysajkL?", "↑", "↓", "←", "→", "Enter", "Esc", "Backspace",
    ]  # fmt: skip
    # No other key reaches the page behind it.
    tab.press("a", "j", "L")
    assert tab.path == "/user/octocat" and tab.count("dialog[open]") == 1
    tab.press("Escape")
    assert tab.count("dialog[open]") == 0
    assert tab.path == "/user/octocat"


def test_j_and_k_move_in_a_list_and_stop_at_its_ends(tab: Tab) -> None:
    tab.go("/user/octocat")
    rows = tab.value("[...document.querySelectorAll('#main .row')].map((a) => a.pathname)")
    tab.press("j")
    assert tab.focus == rows[0]
    tab.press("j", "j", "k")
    assert tab.focus == rows[1]
    tab.press("k", "k", "k")
    assert tab.focus == rows[0]
    tab.press(*["j"] * 9)
    assert tab.focus == rows[-1]
    assert tab.value("document.activeElement.getBoundingClientRect().bottom <= innerHeight")


def test_k_begins_at_the_end(tab: Tab) -> None:
    tab.go("/repos/octocat")
    tab.press("k")
    assert tab.focus == "/repo/octocat/test-repo1"


def test_arrows_move_in_the_grid_of_users_as_they_are_seen(tab: Tab) -> None:
    tab.go("/random?count=15&seed=7")
    tab.see()
    place = "(({x, y}) => [x, y])(document.activeElement.getBoundingClientRect())"
    tab.press("ArrowDown")
    rows = tab.value("[...document.querySelectorAll('#main .row')].map((a) => a.pathname)")
    assert tab.focus == rows[0]
    left, top = tab.value(place)
    tab.press("ArrowRight")
    assert tab.value(place)[0] > left and tab.value(place)[1] == top
    tab.press("ArrowDown")
    assert tab.value(place)[1] > top
    tab.press("ArrowUp", "ArrowLeft")
    assert tab.value(place) == [left, top]
    tab.press("ArrowUp")
    assert tab.focus == rows[0]


def test_arrows_scroll_where_no_list_has_the_focus(tab: Tab) -> None:
    tab.resize(1000, 400)
    tab.go("/repo/octocat/Hello-World")
    tab.value("document.querySelector('#main .head a[target]').focus()")
    tab.press("ArrowDown")
    tab.until("scrollY > 0")


@pytest.mark.parametrize("back", ["Escape", "Backspace"])
def test_enter_opens_a_row_and_esc_and_backspace_go_back(back: str, tab: Tab) -> None:
    tab.go("/user/octocat")
    tab.press("j", "j", "Enter")
    tab.shows(HELLO)
    tab.press(back)
    tab.shows("octocat")
    assert tab.focus == "/repo/octocat/Hello-World"


@pytest.mark.parametrize(
    ("address", "above"),
    [
        ("/stargazers/octocat/Hello-World", ["/repo/octocat/Hello-World", "/user/octocat", "/"]),
        ("/followers/octocat", ["/user/octocat", "/"]),
        ("/console/users.random", ["/console", "/"]),
        ("/rate", ["/"]),
    ],
)
def test_back_from_where_a_visit_began_goes_to_the_page_above(
    address: str, above: "list[str]", tab: Tab
) -> None:
    tab.go(address)
    for path in above:
        tab.press("Escape")
        tab.until(f"location.pathname === {path!r}")
        tab.settle()
    tab.press("Escape")
    assert tab.path == "/"


def test_capital_l_asks_for_a_sign_in_and_esc_closes_it(tab: Tab) -> None:
    tab.go("/user/octocat")
    tab.press("L")
    tab.until("document.activeElement.id === 'token'")
    assert tab.texts("dialog[open] h2") == ["GitHub account"]
    tab.press("Escape")
    tab.until("document.querySelector('dialog[open]') === null")
    assert tab.path == "/user/octocat"


LETTERS = "/roysajkL?"


def test_letters_typed_into_the_search_stay_text(tab: Tab) -> None:
    tab.go("/user/octocat")
    tab.press("/")
    tab.type(LETTERS)
    assert tab.value("document.getElementById('query').value") == LETTERS
    tab.press("Backspace")
    assert tab.value("document.getElementById('query').value") == LETTERS[:-1]
    assert tab.path == "/user/octocat" and tab.count("dialog[open]") == 0
    # Esc leaves the field, and what was typed stays.
    tab.press("Escape")
    assert tab.focus == "h1 octocat" and tab.path == "/user/octocat"
    assert tab.value("document.getElementById('query').value") == LETTERS[:-1]


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/repos/octocat", "#main input[type=search]"),
        ("/console/user.summary", "#raw"),
        ("/console/user.summary", "#main .fields input"),
        ("/console", "#main input[type=search]"),
    ],
)
def test_letters_typed_into_other_fields_stay_text(address: str, field: str, tab: Tab) -> None:
    tab.go(address)
    tab.fill(field, "")
    tab.type(LETTERS)
    assert tab.value(f"document.querySelector({field!r}).value") == LETTERS
    assert tab.path == address and tab.count("dialog[open]") == 0


def test_letters_choose_in_a_list_of_choices(tab: Tab) -> None:
    tab.go("/repos/octocat")
    tab.value("document.querySelector('#main select').focus()")
    tab.press("r", "s", "a")
    tab.settle()
    assert tab.heading == "octocat › repositories" and tab.count("dialog[open]") == 0


@pytest.mark.parametrize("held", ["ctrl", "alt", "meta"])
def test_a_letter_with_a_modifier_is_the_browsers(held: str, tab: Tab) -> None:
    tab.go("/user/octocat")
    for key in "aojsy":
        tab.run(tab.page.press(key, held))
    assert tab.path == "/user/octocat" and tab.focus == "nothing"


def test_the_switch_in_help_turns_single_letters_off_for_good(tab: Tab) -> None:
    tab.go("/user/octocat")
    tab.press("?")
    tab.until("document.querySelector('dialog[open]') !== null")
    assert tab.value("document.getElementById('letters').checked") is True
    tab.click("#letters")
    tab.press("Escape")

    def letters_do_nothing() -> None:
        tab.press(*"/rsajkL?")
        assert tab.path == "/user/octocat" and tab.count("dialog[open]") == 0
        assert tab.focus in ("nothing", "h1 octocat", "#help")

    letters_do_nothing()
    tab.reload()
    letters_do_nothing()
    # The keys that are no letters still work.
    tab.value("document.activeElement.blur()")
    tab.press("ArrowDown")
    assert tab.focus == "/repo/octocat/Spoon-Knife"
    tab.click("#help")
    assert tab.value("document.getElementById('letters').checked") is False
    tab.click("#letters")
    tab.press("Escape", "a")
    tab.shows("octocat › repositories")


@pytest.mark.parametrize(
    "address",
    [
        "/random?count=15&seed=7", "/user/octocat", "/repos/octocat", "/starred/octocat",
        "/followers/octocat", "/stargazers/octocat/Hello-World", "/search?q=octocat", "/console",
    ],
)  # fmt: skip
def test_rows_are_links_in_lists(address: str, tab: Tab) -> None:
    tab.go(address)
    rows = tab.count("#main .row")
    assert rows > 0
    assert tab.count("#main :is(ul, ol) > li a[href^='/'].row:not([target])") == rows
    assert tab.value("[...document.querySelectorAll('#main .row')].every((a) => a.tabIndex === 0)")
    assert tab.count("#main [data-rows] > :not(li)") == 0


def test_the_first_tab_stop_skips_the_header(tab: Tab) -> None:
    tab.go("/user/octocat")
    tab.press("Tab")
    assert tab.focus == "#main"
    assert tab.value("document.activeElement.className") == "skip"
    tab.press("Enter")
    assert tab.value("document.activeElement.id") == "main"
    tab.press("Tab")
    assert tab.value("document.activeElement.closest('#main') !== null")


def test_every_control_is_reached_and_left_with_tab(tab: Tab) -> None:
    tab.go("/repos/octocat")
    kinds = "a[href], button, input, select, textarea, [tabindex='0']"
    is_usable = "one.checkVisibility() && !one.disabled && !one.closest('dialog')"
    visible = f"[...document.querySelectorAll(`{kinds}`)].filter((one) => {is_usable})"
    tab.value(f"window.missed = new Set({visible}), 0")
    for _ in range(tab.value("missed.size") + 2):
        tab.press("Tab")
        tab.value("missed.delete(document.activeElement)")
        if tab.value("document.activeElement !== document.body"):
            outline = "getComputedStyle(document.activeElement).outlineStyle"
            assert tab.value(outline) != "none", tab.focus
    assert tab.value("[...missed].map((one) => one.outerHTML)") == []


def test_the_journey_by_mouse(tab: Tab) -> None:
    tab.go("/")
    tab.click("#query")
    tab.type("octocat")
    tab.click("#search button")
    tab.shows("Search: octocat")
    tab.click("#main a.row", "octocat")
    tab.shows("octocat")
    assert tab.texts("#main .row")[0] == "Spoon-Knife"
    tab.click("#main a.row")
    tab.shows("octocat / Spoon-Knife")
    tab.click("#main a", "Stargazers")
    tab.shows("octocat / Spoon-Knife › stargazers")
    login = tab.texts("#main .row .name")[0]
    tab.click("#main a.row", login)
    tab.shows(login)
    tab.click("#main a", "Starred")
    tab.shows(f"{login} › starred")
    assert "octocat/Spoon-Knife" in tab.text
    knife = "octocat / Spoon-Knife"
    for heading in (login, f"{knife} › stargazers", knife, "octocat"):
        tab.move(-1)
        tab.shows(heading)


def test_the_journey_by_keyboard(tab: Tab) -> None:
    tab.go("/")
    # Without a word of help: Tab, Enter and what is written on the page.
    tab.press("Tab", "Tab", "Tab")
    assert tab.focus == "#query"
    tab.type("octocat")
    tab.press("Enter")
    tab.shows("Search: octocat")
    tab.press("ArrowDown")
    assert tab.focus == "/user/octocat"
    tab.press("Enter")
    tab.shows("octocat")
    tab.press("ArrowDown")
    assert tab.focus == "/repo/octocat/Spoon-Knife"
    tab.press("Enter")
    tab.shows("octocat / Spoon-Knife")
    tab.press("Tab")
    while tab.value("document.activeElement.textContent") != "Stargazers":
        tab.press("Tab")
    tab.press("Enter")
    tab.shows("octocat / Spoon-Knife › stargazers")
    tab.press("ArrowDown")
    login = tab.focus.rpartition("/")[2]
    tab.press("Enter")
    tab.shows(login)
    while tab.value("document.activeElement.textContent") != "Starred":
        tab.press("Tab")
    tab.press("Enter")
    tab.shows(f"{login} › starred")
    assert "octocat/Spoon-Knife" in tab.text
    knife = "octocat / Spoon-Knife"
    for heading in (login, f"{knife} › stargazers", knife, "octocat"):
        tab.press("Escape")
        tab.shows(heading)


def test_results_are_announced(tab: Tab) -> None:
    tab.go("/repos/octocat")
    said = "document.querySelector('#said[role=status]').textContent"
    tab.until(f"{said} === 'octocat › repositories: 8 repositories'")
    tab.press("j", "Enter")
    tab.shows("octocat / Spoon-Knife")
    tab.says("octocat/Spoon-Knife: 12,310 stars")
