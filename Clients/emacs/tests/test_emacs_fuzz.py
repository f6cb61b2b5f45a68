"""Generated texts have no effect in the buffers of Emacs (generated.py makes them)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from emacs_terminal import EMACS, PACKAGE
from generated import BOUND, PAGES, SEED, obeyed, pages

#: By method: the kind of its page or of its section.
KINDS = {method: kind for method, (_, kind) in PAGES.items()} | {
    "repo.summary": "repo",
    "repo.starHistory": "history",
    "repo.readme": "readme",
    "user.starred": "starred",
    "user.followers": "followers",
    "user.following": "following",
    "search.repositories": "search-repositories",
}

SCRIPT = Path(__file__).with_name("fuzz.el")


@pytest.mark.bound(BOUND)
def test_generated_texts_have_no_effect(tmp_path: Path, environment: dict[str, str]) -> None:
    tried = pages(KINDS)
    given, found = tmp_path / "pages", tmp_path / "found"
    given.write_text("".join(
        json.dumps({"kind": KINDS[method], "result": result}) + "\n"
        for method, result in tried
    ))
    done = subprocess.run(
        [EMACS, "-Q", "--batch", "-L", str(PACKAGE), "-l", str(SCRIPT)],
        env={**environment, "HOME": str(tmp_path), "LC_ALL": "C.UTF-8",
             "GITXPLORER_PAGES": str(given), "GITXPLORER_FOUND": str(found)},
        cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    outcomes = [json.loads(line) for line in found.read_text(encoding="utf-8").splitlines()]
    assert len(outcomes) == len(tried)
    for (method, result), outcome in zip(tried, outcomes):
        about = (SEED, method, result)
        assert (outcome["error"], outcome.get("strange")) == ("", ""), (outcome, about)
        # No mode or variable has been set, and nothing has been executed.
        assert outcome["obeyed"] == "(nil nil t nil)", (outcome, about)
        for line in outcome["lines"]:
            # Emacs's own marks keep the columns of a table apart.
            assert not obeyed(line.replace("\u200e", "")), (line, about)
    assert not list(tmp_path.rglob("*pwned*"))
