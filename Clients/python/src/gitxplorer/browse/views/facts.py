"""The facts about a repository, as text."""

from __future__ import annotations

from typing import Optional

from rich.console import Group, RenderableType
from rich.text import Text

from ... import types
from ..text import count, day, shown
from ..widgets.facts import Facts


def facts(summary: types.RepositorySummary) -> Group:
    """Description, numbers, license, dates, the latest release, the web site and topics."""
    repository = summary["repository"]
    description, homepage = shown(repository["description"]), shown(repository["homepage"])
    lines: list[Optional[RenderableType]] = [
        Text(description) if description else None,
        Facts(_numbers(summary)),
        Facts(_dates(summary)),
        Text(_release(summary["latestRelease"])),
        Text(homepage, "dim") if homepage else None,
        Facts(Text(shown(topic), "cyan") for topic in repository["topics"]),
    ]
    return Group(*(line for line in lines if line is not None))


def _numbers(summary: types.RepositorySummary) -> list[Text]:
    repository = summary["repository"]
    license_ = shown(repository["license"])
    return [
        Text(f"★ {count(repository['stars'], 'star')}", "bold yellow"),
        Text(count(repository["forks"], "fork")),
        Text(count(summary["watchers"], "watcher")),
        Text(count(summary["openIssues"], "open issue")),
        *([Text(license_)] if license_ else []),
    ]


def _dates(summary: types.RepositorySummary) -> list[Text]:
    repository = summary["repository"]
    texts = [
        "fork" if repository["fork"] else "",
        "archived" if repository["archived"] else "",
        f"branch {shown(summary['defaultBranch'])}",
        f"pushed {day(repository['pushedAt'])}" if repository["pushedAt"] else "",
        f"since {day(repository['createdAt'])}",
    ]
    return [Text(text, "dim") for text in texts if text]


def _release(release: Optional[types.Release]) -> str:
    if release is None:
        return "No release"
    tag, name = shown(release["tag"]), shown(release["name"])
    parts = [f"Latest release {tag}", "" if name == tag else name, day(release["publishedAt"])]
    return ", ".join(part for part in parts if part)
