"""A repository, its README and its star history as lines for people."""

from __future__ import annotations

from .. import types
from .lists import notes
from .parts import bars, count, date, origin, size
from .screen import Screen
from .table import Column, number, table
from .text import clean, cleaned_lines, fit, wrap


def repo_summary(result: types.RepositorySummary, screen: Screen) -> list[str]:
    """Facts about a repository, and its languages as bars."""
    repository, release = result["repository"], result["latestRelease"]
    name, marks = screen.paint("bold", clean(repository["fullName"])), notes(repository)
    facts = [
        screen.paint("yellow", f"★ {number(repository['stars'])}"),
        count(repository["forks"], "fork", "forks"),
        count(result["watchers"], "watcher", "watchers"),
        count(result["openIssues"], "open issue", "open issues"),
        *([clean(repository["license"])] if repository["license"] else []),
    ]
    dates = [
        *([marks] if marks else []),
        f"branch {clean(result['defaultBranch'])}",
        *([f"pushed {date(repository['pushedAt'])}"] if repository["pushedAt"] else []),
        f"since {date(repository['createdAt'])}",
    ]
    lines = [f"{name}  {clean(repository['url'])}"]
    if repository["description"]:
        lines.append(fit(clean(repository["description"]), screen.columns))
    lines += [" · ".join(facts), fit(" · ".join(dates), screen.columns)]
    lines.append(fit(_release(release) if release else "No release", screen.columns))
    others = [repository["homepage"] or "", " ".join(repository["topics"])]
    lines += [fit(clean(other), screen.columns) for other in others if other]
    code = [(each["language"], each["bytes"]) for each in result["languages"]]
    total = max(1, sum(part for _, part in code))
    shares = [(name, part, f"{100 * part / total:.1f}%", size(part)) for name, part in code]
    return [*lines, "", *(bars(shares, screen) + [""] if shares else []), origin(result, screen)]


def repo_readme(result: types.Readme, screen: Screen) -> list[str]:
    """The text, with long lines wrapped."""
    head = f"{clean(result['repository'])}: {clean(result['path'])}"
    lines = [screen.paint("bold", fit(head, screen.columns)), ""]
    for line in cleaned_lines(result["text"] if result["text"].strip() else "It is empty."):
        lines += wrap(line, screen.columns)
    if result["truncated"]:
        lines += ["", screen.paint("bold", f"It is longer; see {clean(result['url'])}")]
    return [*lines, "", origin(result, screen)]


def repo_star_history(result: types.StarHistory, screen: Screen) -> list[str]:
    """The number of stars at each time, as bars."""
    head = f"{clean(result['repository'])}: {count(result['stars'], 'star', 'stars')}"
    lines = [screen.paint("bold", fit(head, screen.columns))]
    if not result["complete"]:
        note = "GitHub lists the first 40,000 stars; the dates of later ones are not known."
        lines.append(screen.paint("dim", fit(note, screen.columns)))
    longest = max([1, *(point["stars"] for point in result["points"])])
    columns = [
        Column("Date"),
        Column("★ Stars", right=True, style="yellow"),
        Column("", style="green"),
    ]
    room = max(4, min(40, screen.columns - 30))
    rows = [
        [date(point["at"]), point["stars"], "█" * round(room * point["stars"] / longest)]
        for point in result["points"]
    ]
    return [*lines, "", *table(columns, rows, screen), "", origin(result, screen)]


def _release(release: types.Release) -> str:
    tag, name = clean(release["tag"]), clean(release["name"] or "")
    parts = [f"Latest release {tag}", "" if name == tag else name, date(release["publishedAt"])]
    return ", ".join(part for part in parts if part)
