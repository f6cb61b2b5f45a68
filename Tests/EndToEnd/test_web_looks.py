"""The web explorer's looks: widths, zoom, themes, colors, motion, and axe on every screen."""

from __future__ import annotations

import json
from typing import Callable, Dict, List

import pytest

from harness.axe import violations
from harness.explorer import Browsing, Site, Tab, start
from harness.processes import Processes

#: Every kind of screen, with much on it.
SCREENS = [
    "/random?count=15&seed=7", "/user/octocat", "/user/github", "/repos/exactly-100?limit=20",
    "/starred/octocat", "/followers/octocat", "/following/octocat", "/repo/octocat/Hello-World",
    "/repo/exactly-100/airyconfig", "/stargazers/octocat/Hello-World?page=2", "/search",
    "/search?q=octocat", "/search?q=cat&type=repositories", "/search?q=zzzzzzzzzz", "/rate",
    "/console", "/console/users.random", "/console/auth.login",
]  # fmt: skip

#: Every kind of error that an address leads to.
ERRORS = [
    "/user/nobody-zzz", "/user/a%20b", "/repo/octocat/nothing", "/console/nothing",
    "/random?count=1000", "/stargazers/octocat/Hello-World?page=x",
]  # fmt: skip

#: Width of the window in pixels, and zoom.
SIZES = [(320, 1.0), (1280, 1.0), (1280, 0.8), (1280, 2.0), (3840, 1.0)]

#: What is cut off, outside of the window, or makes the page scroll sideways.
CUT_OFF = """
(() => {
    const width = document.documentElement.clientWidth, found = [];
    if (document.documentElement.scrollWidth > width) {
        found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    }
    const clips = (one) => ["auto", "scroll", "hidden"].includes(getComputedStyle(one).overflowX);
    for (const one of document.querySelectorAll("#main *, .top *, .bottom *, dialog[open] *")) {
        if (!one.checkVisibility() || one.closest(".hidden, .bar, svg")) continue;
        const {left, right} = one.getBoundingClientRect();
        const scrolls = one.parentElement.closest("pre, textarea, select");
        if (!scrolls && (left < -0.5 || right > width + 0.5)) {
            found.push(`outside: ${one.outerHTML}`);
        }
        const isField = one.matches("input, select, textarea, pre");
        if (!isField && clips(one) && one.scrollWidth > one.clientWidth + 1) {
            found.push(`cut off: ${one.outerHTML}`);
        }
    }
    return found.map((text) => text.slice(0, 200));
})()
"""

#: The controls of the header that cannot be used: too small, covered, or on one another.
UNUSABLE = """
[...document.querySelectorAll(".top a, .top button, .top input")].filter((one) => {
    if (!one.checkVisibility()) return false;
    const {x, y, width, height} = one.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return width < 24 || height < 24 || !(one.contains(there));
}).map((one) => one.outerHTML)
"""


def darken(tab: Tab, theme: str) -> None:
    tab.prefer(prefers_color_scheme=theme, prefers_reduced_motion="reduce")
    tab.until(f"document.documentElement.dataset.theme === '{theme}'")


def judge(tab: Tab) -> None:
    """The screen has no violations in any theme, on a wide window and a narrow one."""
    found: Dict[str, List[str]] = {}
    for width, theme in [(1280, "light"), (320, "dark")]:
        tab.resize(width)
        darken(tab, theme)
        found[f"{width} {theme}"] = violations(tab)
    # The other two pairs differ in what is seen and its colors alone.
    for width, theme in [(320, "light"), (1280, "dark")]:
        tab.resize(width)
        darken(tab, theme)
        found[f"{width} {theme}"] = violations(tab, only="color-contrast")
    assert {at: those for at, those in found.items() if those} == {}


@pytest.fixture(scope="module")
def visited(browser: Browsing, site: Site) -> Tab:
    """One tab for tests that leave nothing behind."""
    tab = browser.tab(browser.run(browser.browser.profile()), site)
    tab.go("/rate")
    return tab


@pytest.mark.parametrize("address", [*SCREENS, *ERRORS])
def test_no_screen_has_a_violation(address: str, visited: Tab) -> None:
    visited.visit(address)
    judge(visited)


@pytest.mark.parametrize("address", [*SCREENS, *ERRORS])
def test_a_screen_fits_all_widths_and_zooms(address: str, visited: Tab) -> None:
    visited.visit(address)
    found = {}
    for width, zoom in SIZES:
        visited.resize(width, 800, zoom)
        visited.value("scrollTo(0, 0)")
        found[f"{width} at {zoom}"] = visited.value(CUT_OFF) + visited.value(UNUSABLE)
    assert {size: those for size, those in found.items() if those} == {}


def test_a_list_that_was_seen_on_a_wide_window_fits_a_narrow_one(tab: Tab) -> None:
    tab.go("/repos/exactly-100")
    # Rows that are not seen take the size that they had when they were.
    for _ in range(12):
        tab.value("scrollBy({top: 600, behavior: 'instant'})")
        tab.result("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    tab.resize(320)
    tab.value("scrollTo({top: 0, behavior: 'instant'})")
    tab.result("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert tab.value(CUT_OFF) == []


def opened_help(tab: Tab) -> None:
    tab.press("?")
    tab.until("document.querySelector('dialog[open]') !== null")


def opened_sign_in(tab: Tab) -> None:
    tab.press("L")
    tab.until("document.activeElement.id === 'token'")


def refused_token(tab: Tab) -> None:
    opened_sign_in(tab)
    tab.type("wrong")
    tab.press("Enter")
    tab.until("document.querySelector('dialog .error:not(:empty)') !== null")


def waiting_for_a_code(tab: Tab) -> None:
    opened_sign_in(tab)
    tab.click("dialog button", "Sign in by code")
    tab.until("document.querySelector('dialog .code') !== null")


def refused_params(tab: Tab) -> None:
    tab.visit("/console/user.summary")
    tab.fill("#raw", '{"login": "a b"}')
    tab.click("button", "Send")
    tab.until("document.querySelector('.field .error:not(:empty)') !== null")


def broken_json(tab: Tab) -> None:
    tab.visit("/console/user.summary")
    tab.fill("#raw", "{")
    tab.says("This is not valid JSON")


def answered_call(tab: Tab) -> None:
    tab.visit("/console/user.summary")
    tab.click("button", "Send")
    tab.until("document.querySelectorAll('.messages pre').length === 2")
    tab.says("Answered in ")


def shown_toast(tab: Tab) -> None:
    tab.press("s")
    tab.until("document.getElementById('toast').textContent !== ''")


STATES = [
    opened_help, opened_sign_in, refused_token, waiting_for_a_code, refused_params, broken_json,
    answered_call, shown_toast,
]  # fmt: skip


@pytest.mark.parametrize("reach", STATES, ids=lambda reach: reach.__name__)
def test_no_state_of_a_page_has_a_violation_or_does_not_fit(
    reach: Callable[[Tab], None], tab: Tab
) -> None:
    tab.go("/rate")
    reach(tab)
    found = {}
    for width, zoom in SIZES:
        tab.resize(width, 800, zoom)
        found[f"{width} at {zoom}"] = tab.value(CUT_OFF)
    assert {size: those for size, those in found.items() if those} == {}
    judge(tab)


def test_the_page_that_asks_for_the_secret_has_no_violation_and_fits(
    browser: Browsing, site: Site, profile: str
) -> None:
    tab = browser.tab(profile, site, session=False)
    tab.go("/user/octocat")
    tab.shows("Client secret")
    for width, zoom in SIZES:
        tab.resize(width, 800, zoom)
        assert tab.value(CUT_OFF) + tab.value(UNUSABLE) == []
    judge(tab)


def test_a_used_up_limit_and_a_lost_server_have_no_violation_and_fit(
    browser: Browsing, processes: Processes, profile: str
) -> None:
    site = start(processes, "--sandbox-option", "rate-limit=1")
    tab = browser.tab(profile, site)
    tab.go("/user/octocat")
    tab.says("The limit resets at")
    judge(tab)
    site.serving.process.kill()
    tab.until("document.getElementById('connection').textContent !== ''")
    for width, zoom in SIZES:
        tab.resize(width, 800, zoom)
        assert tab.value(CUT_OFF) + tab.value(UNUSABLE) == []
    judge(tab)


@pytest.mark.parametrize("address", ["/user/octocat", "/repo/octocat/Hello-World", "/rate"])
def test_colors_of_the_persons_choice_leave_the_charts_and_controls(
    address: str, tab: Tab
) -> None:
    tab.prefer(forced_colors="active", prefers_reduced_motion="reduce")
    tab.go(address)
    assert tab.value("matchMedia('(forced-colors: active)').matches")
    for width, zoom in SIZES:
        tab.resize(width, 800, zoom)
        assert tab.value(CUT_OFF) == []
    back = tab.value("getComputedStyle(document.body).backgroundColor")
    edges = (
        "[...document.querySelectorAll('.top button, .actions > *')].map((one) =>"
        " getComputedStyle(one)).every((style) => parseFloat(style.borderTopWidth) > 0)"
    )
    assert tab.value(edges)
    # Shares, and the line of the stars, differ from what is behind them.
    colors = tab.value(
        "[...document.querySelectorAll('.bar span')].map((one) => getComputedStyle(one)"
        ".backgroundColor).concat([...document.querySelectorAll('.plot .line')].map((one) =>"
        " getComputedStyle(one).stroke))"
    )
    assert len(colors) == {"/user/octocat": 3, "/repo/octocat/Hello-World": 1}.get(address, 0)
    assert back not in colors
    assert violations(tab) == []


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_nothing_moves_where_motion_is_not_wanted(motion: str, moves: bool, tab: Tab) -> None:
    tab.prefer(prefers_reduced_motion=motion)
    tab.go("/user/octocat")
    tab.value(
        "window.transitions = 0, document.startViewTransition = (change) => {"
        " transitions += 1; change(); const done = Promise.resolve();"
        " return {ready: done, finished: done, updateCallbackDone: done}; }, 0"
    )
    tab.press("j", "Enter")
    tab.shows("octocat / Spoon-Knife")
    assert (tab.value("transitions") > 0) == moves
    animation = (
        "(() => { const box = document.createElement('div'), blank = document.createElement('div');"
        " box.className = 'skeleton', blank.className = 'blank'; box.append(blank);"
        " document.body.append(box); return getComputedStyle(blank).animationName; })()"
    )
    assert (tab.value(animation) != "none") == moves


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_theme_is_the_systems_until_the_button_chooses(system: str, tab: Tab) -> None:
    other = {"light": "dark", "dark": "light"}[system]
    theme, back = "document.documentElement.dataset.theme", "getComputedStyle(document.body).color"
    tab.prefer(prefers_color_scheme=system, prefers_reduced_motion="reduce")
    tab.go("/rate")
    assert tab.value(theme) == system
    shown = tab.value(back)
    tab.click("#theme")
    assert tab.value(theme) == other and tab.value(back) != shown
    tab.reload()
    assert tab.value(theme) == other
    tab.prefer(prefers_color_scheme=other, prefers_reduced_motion="reduce")
    assert tab.value(theme) == other
    tab.prefer(prefers_color_scheme=system, prefers_reduced_motion="reduce")
    tab.click("#theme")
    assert tab.value(theme) == system and tab.value("localStorage.length") == 0
    # It follows the system again.
    darken(tab, other)


def test_what_breaks_a_rule_or_does_not_fit_is_found(tab: Tab) -> None:
    tab.go("/rate")
    for tag, attribute, text in [("img", "src", "/icon.svg"), ("p", "lang", "nowhere")]:
        tab.value(
            f"document.getElementById('main').append(Object.assign("
            f"document.createElement({tag!r}), {{{attribute}: {text!r}, textContent: 'x'}}))"
        )
    assert {one.partition(":")[0] for one in violations(tab)} == {"image-alt", "valid-lang"}
    assert tab.value(CUT_OFF) == []
    tab.value("document.querySelector('#main p:last-child').style.width = '2000px'")
    assert len(tab.value(CUT_OFF)) == 2


def test_the_charts_have_their_numbers_as_text(tab: Tab) -> None:
    tab.go("/user/octocat")
    assert tab.count(".bar[aria-hidden=true] span") == 3
    assert tab.texts(".legend li") == [
        "HTML 33% · 1 repository, 12,310 stars", "CSS 33% · 1 repository, 631 stars",
        "Ruby 33% · 1 repository, 561 stars",
    ]  # fmt: skip
    tab.visit("/repo/octocat/Hello-World")
    assert tab.count(".plot svg[role=img][aria-label]") == 1
    assert tab.count(".plot tbody tr") == tab.count(".plot circle") > 2


def test_stars_are_numbers_in_the_readers_locale(tab: Tab) -> None:
    tab.ask("Emulation.setLocaleOverride", locale="de-DE")
    tab.go("/repos/octocat")
    assert tab.texts("#main .stars")[0] == "★ 12.310 stars"


def test_the_layout_does_not_jump_when_the_answer_comes(tab: Tab) -> None:
    tab.page.events.clear()
    tab.ask("Page.addScriptToEvaluateOnNewDocument", source=SHIFTS)
    for address in ("/random?count=15&seed=7", "/user/octocat", "/stargazers/octocat/Hello-World"):
        tab.go(address)
        tab.see()
        # Google's bound of what is good.
        assert tab.value("window.shift") < 0.1, (address, json.dumps(tab.value("window.shifts")))


SHIFTS = """
window.shift = 0, window.shifts = [];
new PerformanceObserver((list) => {
    for (const {value, sources} of list.getEntries()) {
        shift += value;
        shifts.push([value, sources.map(({node}) => node?.outerHTML?.slice(0, 80))]);
    }
}).observe({type: "layout-shift", buffered: true});
"""
