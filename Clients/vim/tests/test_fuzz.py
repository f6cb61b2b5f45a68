"""Generated texts have no effect in Vim's and Neovim's buffers (generated.py makes them)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from editor import PLUGIN, PROGRAMS
from generated import BOUND, PAGES, SEED, obeyed, pages

#: By method: the address of its page, and the part of the page that its result is.
KNOWN = {
    **{method: (address, "") for method, (address, _) in PAGES.items()},
    "user.followers": ("gitxplorer://followers/x", ""),
    "user.following": ("gitxplorer://following/x", ""),
    "user.starred": ("gitxplorer://starred/x", ""),
    "search.repositories": ("gitxplorer://search/x?type=repositories", ""),
    "repo.summary": ("gitxplorer://repo/x/y", ""),
    "repo.starHistory": ("gitxplorer://repo/x/y", "history"),
    "repo.readme": ("gitxplorer://repo/x/y", "readme"),
}
#: Pages with paragraphs; on all others each row is one line.
PARAGRAPHS = ("user.summary", "repo.summary", "repo.starHistory", "repo.readme")

SCRIPT = Path(__file__).with_name("fuzz.vim")


@pytest.mark.bound(BOUND)
def test_generated_texts_have_no_effect(
    kind: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    tried = pages(KNOWN)
    given, found = tmp_path / "pages", tmp_path / "found"
    given.write_text("".join(
        json.dumps({"address": KNOWN[method][0], "part": KNOWN[method][1], "result": result}) + "\n"
        for method, result in tried
    ))
    kept = {k: v for k, v in environment.items() if not k.startswith(("VIM", "NVIM", "TMUX"))}
    kept |= {"HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "TERM": "dumb",
             "GITXPLORER_PAGES": str(given), "GITXPLORER_FOUND": str(found)}
    quiet = ["-es"] if kind == "vim" else ["--headless"]
    done = subprocess.run(
        [PROGRAMS[kind], *quiet, "-u", "NONE", "-i", "NONE", "--cmd", f"set runtimepath^={PLUGIN}",
         "-S", str(SCRIPT)],
        env=kept, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert found.exists(), done.stdout + done.stderr
    # JSON may have line separators other than a newline within its strings.
    outcomes = [json.loads(line) for line in found.read_text().rstrip("\n").split("\n")]
    assert len(outcomes) == len(tried)
    heights: dict[str, int] = {}
    for (method, result), outcome in zip(tried, outcomes):
        about = (SEED, method, result)
        assert (outcome["error"], outcome.get("strange", "")) == ("", ""), (outcome, about)
        assert (outcome["differences"], outcome["pwned"]) == ({}, 0), (outcome, about)
        for line in outcome["lines"]:
            assert not obeyed(line), (line, about)
        height = heights.setdefault(method, len(outcome["lines"]))
        assert method in PARAGRAPHS or len(outcome["lines"]) == height, about
    assert not list(tmp_path.rglob("*pwned*"))
