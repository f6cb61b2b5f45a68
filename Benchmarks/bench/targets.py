"""The speed targets: each is a limit on one figure of a run."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import List

from .figures import Figures
from .measures import CONNECTIONS, PADDING
from .proxy import BUSY, NGINX, PROXY
from .web import IDLE


@dataclass
class Target:
    """A limit, the measured median, and the least and greatest of the rounds."""

    text: str
    limit: float
    value: float
    lowest: float
    highest: float
    is_lower_bound: bool = False
    unit: str = ""

    @property
    def is_met(self) -> bool:
        return self.value >= self.limit if self.is_lower_bound else self.value <= self.limit

    @property
    def wanted(self) -> str:
        return f"{'≥' if self.is_lower_bound else '≤'} {number(self.limit)}{self.unit}"


def number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def target(
    text: str, limit: float, values: List[float], unit: str, is_lower_bound: bool = False
) -> Target:
    return Target(text, limit, median(values), min(values), max(values), is_lower_bound, unit)


def targets(figures: Figures) -> List[Target]:
    found: List[Target] = []

    def at_most(text: str, limit: float, values: List[float], unit: str = "") -> None:
        found.append(target(text, limit, values, unit))

    def at_least(text: str, limit: float, values: List[float], unit: str = "") -> None:
        found.append(target(text, limit, values, unit, is_lower_bound=True))

    ratio = figures.ratios
    at_most(
        "one at a time on stdio, compared with the C floor",
        2.0,
        ratio("GitXplorer, stdio", "C floor, stdio"),
        " x",
    )
    at_most(
        "one at a time on a Unix socket, compared with the C floor",
        2.0,
        ratio("GitXplorer, Unix", "C floor, Unix"),
        " x",
    )
    for name, limit in [
        ("Go, sourcegraph/jsonrpc2", 5.0),
        ("github-mcp-server, search_users", 15.0),
    ]:
        if f"{name}, stdio" in figures:
            at_least(
                f"{name}, one at a time, compared with GitXplorer",
                limit,
                ratio(f"{name}, stdio", "GitXplorer, stdio"),
                " x",
            )
    at_least(
        "64 under way on stdio, requests per second compared with the C floor",
        0.5,
        ratio("GitXplorer, 64", "C floor, 64"),
        " x",
    )
    at_least(
        "8 connections with 64 under way each, requests per second compared with stdio's 64",
        1.0,
        ratio("GitXplorer, 8 x 64", "GitXplorer, 64"),
        " x",
    )
    at_most("start to first answer, warm cache", 9, figures.values["GitXplorer, start"], " ms")
    if "github-mcp-server, search_users, start" in figures:
        at_most(
            "start, compared with github-mcp-server's",
            2.5,
            ratio("GitXplorer, start", "github-mcp-server, search_users, start"),
            " x",
        )
    for text, limit, name, unit in [
        ("the same, instructions", 40, "million instructions of the start", " million"),
        ("resident after the start", 19, "megabytes at first", " MB"),
        ("resident after 1,000 different results", 28, "megabytes after 1,000 answers", " MB"),
        ("the stripped binary", 32, "megabytes of the binary", " MB"),
        ("resident in `gitxplorer --version`", 12, "megabytes of --version", " MB"),
    ]:
        at_most(text, limit, figures.values[name], unit)
    at_most(
        "memory of an idle connection",
        12 * 1024,
        figures.values["GitXplorer, bytes a connection"],
        " B",
    )
    for count in CONNECTIONS[2:]:
        at_most(
            f"processor time per request with {count:,} connections, compared with "
            f"{CONNECTIONS[1]}",
            1.2,
            ratio(f"GitXplorer, {count} connections", f"GitXplorer, {CONNECTIONS[1]} connections"),
            " x",
        )
    stored = [name for name in figures.values if name.endswith(" stored")]
    at_most(
        f"a stored result among {int(stored[-1].split()[0]):,}, compared with "
        f"{int(stored[0].split()[0]):,}",
        1.2,
        ratio(stored[-1], stored[0]),
        " x",
    )
    at_most(
        f"processor time per byte of a message of {PADDING[-1]:,} bytes, compared with "
        f"{PADDING[2]:,}",
        1.2,
        ratio(f"{PADDING[-1]} bytes", f"{PADDING[2]} bytes"),
        " x",
    )
    at_most(
        "cold summary of 1,000 repositories, compared with curl and jq",
        1.5,
        ratio("GitXplorer, cold", "curl and jq, cold"),
        " x",
    )
    return found + web_targets(figures) + proxy_targets(figures)


def web_targets(figures: Figures) -> List[Target]:
    """The targets of HTTP and WebSocket."""
    found = [
        target(
            "one at a time over a WebSocket, compared with lines, both on a Unix socket",
            1.3,
            figures.ratios("WebSocket, Unix socket, web", "Unix socket, web"),
            " x",
        )
    ]
    if "nginx, TCP, web" in figures:
        found.append(
            target(
                "`POST /rpc` on one connection, compared with nginx sending a file of the same size",
                1.5,
                figures.ratios("POST, TCP, web", "nginx, TCP, web"),
                " x",
            )
        )
        busy = "64 connections, a processor second"
        found.append(
            target(
                "64 connections with wrk, requests per second and processor compared with nginx",
                0.5,
                figures.ratios(f"POST, {busy}", f"nginx, {busy}"),
                " x",
                is_lower_bound=True,
            )
        )
    found.append(
        target(
            f"memory of an idle WebSocket, of {IDLE:,}",
            12 * 1000,
            figures.values["bytes of an idle WebSocket"],
            " B",
        )
    )
    return found


def proxy_targets(figures: Figures) -> List[Target]:
    """The targets of the proxy."""
    found: List[Target] = []
    if f"{NGINX}, hit" in figures:
        found.append(
            target(
                "a hit of the proxy on one connection, compared with nginx' `proxy_cache`",
                1.5,
                figures.ratios(f"{PROXY}, hit", f"{NGINX}, hit"),
                " x",
            )
        )
        busy = f"{BUSY} connections, a processor second"
        found.append(
            target(
                f"hits with {BUSY} connections of wrk, per second and processor compared with nginx",
                0.5,
                figures.ratios(f"{PROXY}, {busy}", f"{NGINX}, {busy}"),
                " x",
                is_lower_bound=True,
            )
        )
    found.append(
        target(
            "what a miss of the proxy adds to the direct request",
            1,
            figures.values["added by a miss"],
            " ms",
        )
    )
    return found
