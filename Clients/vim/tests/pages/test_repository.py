"""The parts of a repository's page arrive, fail and end each for itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from answers import ANSWERS, readme, repo_summary, star_history
from editor import Editor
from fake_results import NOT_FOUND
from hostile import EDITOR_TEXTS, poisoned
from peer import Peer

PARTS = ("repo", "history", "readme")
#: A line of each part.
LINES = {"repo": "12,345 stars · ", "history": "2026-09-01 · 12,345 stars", "readme": "Linguist"}


@pytest.fixture
def editor(start: Callable[..., Editor], relayed: str) -> Editor:
    return start(relayed, size=(90, 45))


def ask(editor: Editor, peer: Peer, command: str = "repo octocat/linguist") -> dict[str, Any]:
    """Opens the page, and returns its requests by part."""
    editor.command(f"GitXplorer {command}")
    return {part: peer.expect(ANSWERS[part][0], owner="octocat", name="linguist")
            for part in PARTS}


def answer(editor: Editor, peer: Peer, requests: dict[str, Any], part: str) -> None:
    """Answers the request for one part, and waits for it."""
    peer.answer(requests[part], ANSWERS[part][1]())
    # It may be above the window, whose place does not change.
    editor.becomes(f"search('{LINES[part]}', 'nw') > 0", 1)


@pytest.mark.parametrize("order", list(itertools.permutations(PARTS)), ids="-".join)
def test_parts_arrive_in_any_order_and_move_no_cursor(
    editor: Editor, peer: Peer, order: tuple[str, ...]
) -> None:
    requests = ask(editor, peer)
    editor.until(
        lambda screen: "\n".join(screen).count("Asking GitHub") == 3, "the title and two parts"
    )
    answer(editor, peer, requests, order[0])
    editor.command(f"call search('{LINES[order[0]]}', 'w') | normal! l")
    before = editor.value("[getline('.'), col('.')]")
    for part in order[1:]:
        answer(editor, peer, requests, part)
        assert editor.value("[getline('.'), col('.')]") == before
    assert "sking" not in "\n".join(editor.page())


def test_a_cursor_on_an_empty_line_of_the_readme_stays_there(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    answer(editor, peer, requests, "readme")
    editor.command("call search('Linguist', 'w') | normal! j")
    for part in ("history", "repo"):
        answer(editor, peer, requests, part)
        assert editor.value("getline(line('.') - 1)") == "# Linguist"


@pytest.mark.parametrize("part", ["readme", "history"])
def test_a_subcommand_shows_its_part_while_the_others_arrive(
    editor: Editor, peer: Peer, part: str
) -> None:
    requests = ask(editor, peer, f"{part} octocat/linguist")
    heading = "── README" if part == "readme" else "── Stars"
    for other in PARTS:
        answer(editor, peer, requests, other)
    assert editor.value("getline('.')").startswith(heading.replace("README", "docs/README.md"))


def test_back_from_a_part_returns_to_the_line_before(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    for part in PARTS:
        answer(editor, peer, requests, part)
    editor.command("call search('Latest release', 'w')")
    editor.command("GitXplorer readme octocat/linguist")
    for part in PARTS:
        peer.serve(ANSWERS[part][0], ANSWERS[part][1]())
    editor.becomes("[search('sking', 'nw'), getline('.') =~# 'README']", [0, 1])
    editor.keys("C-o")
    assert "Latest release" in editor.value("getline('.')")


@pytest.mark.parametrize("closing", ["bwipeout", "normal q", "edit gitxplorer://rate"])
def test_a_closed_page_cancels_the_requests_of_all_parts(
    editor: Editor, peer: Peer, closing: str
) -> None:
    editor.command("new")
    requests = ask(editor, peer)
    editor.command(closing)
    cancelled = [peer.expect("$/cancelRequest")["params"]["id"] for _ in PARTS]
    assert sorted(cancelled) == sorted(request["id"] for request in requests.values())


def test_parts_that_were_cancelled_are_asked_for_again(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    answer(editor, peer, requests, "repo")
    editor.command("enew")
    for _ in range(2):
        peer.expect("$/cancelRequest")
    editor.command("buffer gitxplorer://repo")
    for part in ("history", "readme"):
        peer.serve(ANSWERS[part][0], ANSWERS[part][1]())
    editor.see(*LINES.values())


def test_a_failed_part_is_one_sentence_in_its_section(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    answer(editor, peer, requests, "repo")
    peer.refuse(requests["history"], "GitHub did not answer; try again.", kind="upstream")
    answer(editor, peer, requests, "readme")
    editor.see("GitHub did not answer; try again.")
    page = editor.page()
    at = next(row for row, line in enumerate(page) if line.startswith("── Stars"))
    assert page[at + 1 : at + 3] == [" GitHub did not answer; try again.", ""]
    assert not any("▌" in line for line in page)
    editor.keys("C-r")
    for part in PARTS:
        peer.serve(ANSWERS[part][0], ANSWERS[part][1](), refresh=True)
    editor.see(*LINES.values())
    assert "did not answer" not in "\n".join(editor.page())


def test_a_failed_reload_of_a_part_keeps_what_was_known(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    for part in PARTS:
        answer(editor, peer, requests, part)
    editor.keys("C-r")
    peer.serve("repo.summary", repo_summary())
    for part in ("history", "readme"):
        peer.refuse(peer.expect(ANSWERS[part][0]), f"No {part} today.", kind="upstream")
    editor.see("No history today.", "No readme today.", *LINES.values())


def test_a_repository_without_a_readme_is_no_error(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    answer(editor, peer, requests, "repo")
    answer(editor, peer, requests, "history")
    peer.send(id=requests["readme"]["id"], error=NOT_FOUND)
    editor.see("There is no README.", *[LINES[part] for part in ("repo", "history")])
    editor.command("enew")
    editor.command("buffer gitxplorer://repo")
    editor.command("GitXplorer rate")
    peer.serve("rate.status")  # It is not asked for again.


def test_a_repository_that_does_not_exist_is_one_error(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer, "readme octocat/linguist")
    error = {**NOT_FOUND, "message": "GitHub has no repository octocat/linguist."}
    for part in reversed(PARTS):
        peer.send(id=requests[part]["id"], error=error)
    editor.see("▌ GitHub has no repository octocat/linguist.", "Page         https://github.com")
    page = "\n".join(editor.page())
    assert page.count("GitHub has no") == 1 and "README" not in page and "Stars" not in page


def test_progress_of_a_part_is_shown_in_its_section(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    token = requests["history"]["params"]["workDoneToken"]
    assert len({request["params"]["workDoneToken"] for request in requests.values()}) == 3
    begin = {"kind": "begin", "title": "Star history of a repository"}
    progress = {"kind": "report", "message": "page 3 of 15", "percentage": 20}
    for value in (begin, progress, {"kind": "report", "percentage": 20}):
        peer.send(method="$/progress", params={"token": token, "value": value})
    screen = "\n".join(editor.see("page 3 of 15", "Asking GitHub"))
    assert "of a repository" not in screen and screen.count("Asking GitHub") == 2
    page = editor.page()
    at = next(row for row, line in enumerate(page) if line.startswith("── Stars"))
    assert page[at + 1] == " page 3 of 15"


def test_a_small_repository_has_a_small_page(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    repository = {name: None if name in ("description", "language", "license", "homepage",
                                         "pushedAt") else value
                  for name, value in repo_summary()["repository"].items()}
    peer.answer(requests["repo"], {
        **repo_summary(), "repository": {**repository, "stars": 0, "topics": []},
        "languages": [], "latestRelease": None, "openIssues": 0,
    })
    points = [{"at": f"2026-09-0{day}T00:00:00Z", "stars": 0} for day in (1, 2)]
    peer.answer(requests["history"], {**star_history(), "stars": 0, "complete": True,
                                      "points": points, "skipped": 0})
    peer.answer(requests["readme"], {**readme(), "text": "", "truncated": False})
    editor.see("0 stars · ", "No release.", "No stars yet.", "It is empty.")
    assert "Languages" not in "\n".join(editor.page())


#: Points that are no curve, or have numbers that no repository has.
ODD_POINTS = [
    [],
    [("2026-09-01T00:00:00Z", 7)],
    [("2026-09-01T00:00:00Z", 1), ("2026-09-01T00:00:00Z", 7)],
    [("2026-09-01T00:00:00Z", 9007199254740993), ("2020-09-01T00:00:00Z", 1)],
    [("2020-09-01T00:00:00Z", 1e300), ("2026-09-01T00:00:00Z", 1)],
    [("2020-09-01T00:00:00Z", -5), ("2026-09-01T00:00:00Z", 3)],
    [("vim: set ts=3:", 1), ("", 3)],
]


def test_odd_points_do_no_harm(editor: Editor, peer: Peer) -> None:
    for points in ODD_POINTS:
        requests = ask(editor, peer)
        peer.answer(requests["history"], {
            **star_history(), "points": [{"at": at, "stars": stars} for at, stars in points],
        })  # fmt: skip
        answer(editor, peer, requests, "repo")
        answer(editor, peer, requests, "readme")
        assert "does not understand" not in "\n".join(editor.page()), points
        editor.command("bwipeout")


@pytest.mark.parametrize("part", ["history", "readme"])
def test_an_invalid_part_is_one_sentence(editor: Editor, peer: Peer, part: str) -> None:
    results: list[Any] = [{}, [], 7, {"points": 7, "stars": "x"}, {"path": [], "text": {}}]
    for result in results:
        requests = ask(editor, peer)
        peer.answer(requests[part], result)
        for other in PARTS:
            if other != part:
                answer(editor, peer, requests, other)
        # Not the screen, which could still be that of the result before.
        editor.becomes("search('This plugin does not understand the server', 'nw') > 0", 1)
        editor.command("bwipeout")


@pytest.mark.parametrize("error", [{}, {"code": 7, "message": None, "data": 7}])
def test_an_invalid_error_of_a_part_does_no_harm(
    editor: Editor, peer: Peer, error: dict[str, Any]
) -> None:
    requests = ask(editor, peer)
    peer.send(id=requests["readme"]["id"], error=error)
    for part in ("repo", "history"):
        answer(editor, peer, requests, part)
    editor.becomes("search('Asking', 'nw')", 0)
    assert "rror" not in editor.value("execute('messages')")


def test_hostile_texts_in_a_readme_stay_text(editor: Editor, peer: Peer) -> None:
    editor.command("set modeline modelines=9999")
    editor.command("autocmd User Theirs let g:raised = 1")
    text = "\n".join(EDITOR_TEXTS)
    requests = ask(editor, peer)
    peer.answer(requests["repo"], poisoned(repo_summary(), "x\x1b[31m\u202e vim: set ts=3:"))
    peer.answer(requests["history"], poisoned(star_history(), "\x9b2J"))
    peer.answer(requests["readme"], {**readme(), "text": text, "truncated": False})
    editor.see("vim: set ts=3 ft=sh fdm=marker ro:".replace("vim", "\xa0vim"))
    editor.command("doautocmd User Theirs")
    assert editor.value("[&tabstop, &filetype, exists('g:pwned')]") == [8, "gitxplorer", 0]
    bad = [line for line in editor.page() for character in line
           if ord(character) < 32 or 127 <= ord(character) < 160 or character == "\u202e"]
    assert not bad


def test_a_time_that_is_none_is_cut_between_characters(editor: Editor, peer: Peer) -> None:
    requests = ask(editor, peer)
    text = "x日本語日本語日本語日本語"
    peer.answer(requests["repo"], poisoned(repo_summary(), text))
    for part in ("history", "readme"):
        answer(editor, peer, requests, part)
    page = "\n".join(editor.page())
    assert f"since {text[:4]}\n" in page and f" pushed {text[:10]} · " in page


#: READMEs of the largest size that a server sends, and their last line on the page.
LONG = {
    "lines": ("日本語 e\u0301 words\n" * 11000, "日本語 e\u0301 words"),
    "tabs": ("\t" * 250_000 + "end", " " * 60 + "end"),
    "escapes": ("\x1b" * 250_000, r"\x1b" * 10),
    "empty lines": ("\n" * 250_000 + "end" + "\n" * 9, "end"),
}


@pytest.mark.parametrize("what", LONG)
def test_a_long_readme_does_not_stop_the_editor(editor: Editor, peer: Peer, what: str) -> None:
    text, last = LONG[what]
    requests = ask(editor, peer)
    peer.answer(requests["readme"], {**readme(), "text": text, "truncated": False})
    for part in ("repo", "history"):
        answer(editor, peer, requests, part)
    assert editor.value("getline('$')").endswith(last)


@pytest.mark.parametrize("kind", ["vim"])  # Neovim has no other encoding.
def test_the_plot_is_ascii_without_utf_8(
    start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(f"{relayed}\nset encoding=latin1 termencoding=utf-8", size=(90, 45))
    requests = ask(editor, peer)
    for part in ("repo", "history"):
        peer.answer(requests[part], ANSWERS[part][1]())
    editor.see("2026-09-01")
    plot = [line for line in editor.page() if line.strip(" #") == "" and "#" in line]
    assert len(plot) == 4 and plot[-1].count("#") > plot[0].count("#") > 0
