"""Writes Benchmarks/RESULTS.md and its plot from the figures of one run."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import List, Sequence

from .figures import Figures
from .machine import machine, versions
from .measures import CONNECTIONS, PADDING
from .plot import round_trips
from .proxy import BUSY as PROXY_BUSY, NGINX, PROXY
from .subjects import Subject, Subjects
from .targets import Target, number, targets
from .web import BUSY, ROUND_TRIPS


class Report:
    def __init__(
        self, figures: Figures, subjects: Subjects, rounds: int, load: float
    ) -> None:
        self.figures = figures
        self.subjects = subjects
        self.rounds = rounds
        self.load = load
        self.targets = targets(figures)

    def write(self, folder: Path, notes: str) -> None:
        text = self._text(notes)
        (folder / "RESULTS.md").write_text(text)
        (folder / "round-trips.svg").write_text(round_trips(text))

    def _text(self, notes: str) -> str:
        spread = self.figures.spread("C floor, stdio")
        lines = [
            "# Results",
            "",
            "`make bench` writes this file; [README.md](README.md) explains the measurements.",
            "",
            f"{datetime.now(timezone.utc):%Y-%m-%d}, {machine()}. {self.rounds} rounds, medians;"
            f" the floor's own round trip varied by {spread:.0%} of its median between rounds, and"
            f" the machine's load average was {self.load:.1f} when the run began.",
            "",
            f"{'. '.join(versions())}.",
            "",
            "![Round trips](round-trips.svg)",
            "",
            *self._targets(),
            *self._round_trips(),
            *self._throughput(),
            *web_text(self.figures),
            *proxy_text(self.figures),
            *self._starts(),
            *self._growth(),
            "## What could not be measured",
            "",
            *[f"- {reason}" for reason in self.subjects.missing or ["Nothing was missing."]],
            "",
            notes.strip(),
            "",
        ]
        return "\n".join(lines)

    def _targets(self) -> List[str]:
        met = sum(target.is_met for target in self.targets)
        return [
            f"## Targets: {met} of {len(self.targets)} met",
            "",
            *target_table(self.targets),
            "",
        ]

    def _round_trips(self) -> List[str]:
        rows = []
        for subject in self._subjects():
            rows.append(
                [
                    subject.name,
                    f"{self.figures.median(f'{subject.name}, stdio'):.1f}",
                    self._beside_floor(f"{subject.name}, stdio", "C floor, stdio"),
                    subject.note,
                ]
            )
        for name in ["C floor", "GitXplorer"]:
            rows.append(
                [
                    f"{name}, Unix socket",
                    f"{self.figures.median(f'{name}, Unix'):.1f}",
                    self._beside_floor(f"{name}, Unix", "C floor, Unix"),
                    "",
                ]
            )
        generator = self.figures.median("generator")
        return [
            "## One request at a time",
            "",
            "Median round trip of the same 4 KB answer, client and server on one processor. Of this,"
            f" the load generator takes {generator:.1f} µs of processor time including system"
            " calls; on the server's side the floor takes"
            f" {self.figures.median('C floor, CPU'):.1f} µs and GitXplorer"
            f" {self.figures.median('GitXplorer, CPU'):.1f} µs.",
            "",
            *table(["server", "µs", "compared with the floor", ""], rows),
            "",
        ]

    def _throughput(self) -> List[str]:
        rows = []
        for subject in self._subjects():
            if f"{subject.name}, 64" in self.figures:
                rows.append(
                    [
                        subject.name,
                        number(self.figures.median(f"{subject.name}, 64")),
                        self._beside_floor(f"{subject.name}, 64", "C floor, 64"),
                    ]
                )
        for name in ["C floor", "GitXplorer"]:
            rows.append(
                [
                    f"{name}, 8 connections of 64",
                    number(self.figures.median(f"{name}, 8 x 64")),
                    self._beside_floor(f"{name}, 8 x 64", "C floor, 8 x 64"),
                ]
            )
        return [
            "## 64 under way",
            "",
            "Requests per second, with the server alone on its processor.",
            "",
            *table(["server", "per second", "compared with the floor"], rows),
            "",
        ]

    def _starts(self) -> List[str]:
        rows = []
        for subject in [self.subjects.floor, self.subjects.gitxplorer, *self.subjects.peers]:
            name = f"{subject.name}, start"
            if name in self.figures:
                rows.append([subject.name, f"{self.figures.median(name):.1f}"])
        return [
            "## Start",
            "",
            "Milliseconds from process start to the first response: for GitXplorer the"
            " summary of 250 repositories from the cache file, for peers the response to"
            " `initialize`. GitXplorer's binary, with the Swift libraries linked in and stripped,"
            f" has {self.figures.median('megabytes of the binary'):.1f} MB. Resident memory is"
            f" {self.figures.median('megabytes at first'):.1f} MB after the start and"
            f" {self.figures.median('megabytes after 1,000 answers'):.1f} MB after 1,000 different"
            " results; a connection takes"
            f" {self.figures.median('GitXplorer, bytes a connection') / 1024:.1f} KB, the floor's"
            f" {self.figures.median('C floor, bytes a connection') / 1024:.1f} KB.",
            "",
            *table(["server", "ms"], rows),
            "",
        ]

    def _growth(self) -> List[str]:
        figures = self.figures
        connections = [
            [
                f"{count:,}",
                *[f"{figures.median(f'{name}, {count} connections'):.1f}" for name in OWN],
            ]
            for count in CONNECTIONS
        ]
        stored = [
            [f"{int(name.split()[0]):,}", f"{figures.median(name):.0f}"]
            for name in figures.values
            if name.endswith(" stored")
        ]
        messages = [
            [
                f"{padding:,}",
                f"{figures.median(f'{padding} bytes, whole'):,.1f}",
                f"{figures.median(f'{padding} bytes'):.2f}",
            ]
            for padding in PADDING
        ]
        return [
            "## Cost of a request at scale",
            "",
            "The server's processor time per request, one at a time, from each connection in turn:",
            "",
            *table(["connections", "C floor, µs", "GitXplorer, µs"], connections),
            "",
            "A result made of two stored responses, by the number of responses in the file:",
            "",
            *table(["stored responses", "µs"], stored),
            "",
            "A request padded with extra bytes:",
            "",
            *table(["extra bytes", "µs of the server", "ns per byte"], messages),
            "",
            "A cold `user.summary` of 1,000 repositories, process start included, takes"
            f" {figures.median('GitXplorer, cold'):.0f} ms; curl and jq for the same pages take"
            f" {figures.median('curl and jq, cold'):.0f} ms.",
            "",
        ]

    def _subjects(self) -> List[Subject]:
        own = self.subjects
        return [own.floor, own.gitxplorer, own.floor_lines, own.gitxplorer_lines, *own.peers]

    def _beside_floor(self, name: str, floor: str) -> str:
        return f"{number(self.figures.ratio(name, floor))} x"


OWN = ["C floor", "GitXplorer"]


def target_table(rows: Sequence[Target]) -> List[str]:
    return table(
        ["", "wanted", "measured", "rounds", ""],
        [
            [
                target.text,
                target.wanted,
                f"**{number(target.value)}{target.unit}**",
                f"{number(target.lowest)} to {number(target.highest)}",
                "met" if target.is_met else "missed",
            ]
            for target in rows
        ],
    )


def web_text(figures: Figures) -> List[str]:
    """The section of HTTP and WebSocket."""
    trips = [name for name in ROUND_TRIPS if f"{name}, web" in figures]
    busy = [name for name in BUSY if f"{name}, 64 connections" in figures]
    return [
        "## HTTP and WebSocket",
        "",
        "One request at a time on one connection, client and server on one processor; nginx sends a"
        " file with the same bytes:",
        "",
        *table(
            ["", "µs", "processor time of the server, µs", "compared with lines on a Unix socket"],
            [
                [
                    name,
                    f"{figures.median(f'{name}, web'):.1f}",
                    f"{figures.median(f'{name}, web CPU'):.1f}",
                    f"{number(figures.ratio(f'{name}, web', f'{trips[0]}, web'))} x",
                ]
                for name in trips
            ],
        ),
        "",
        "64 connections of wrk over TCP, the server alone on its processor. wrk needs a whole"
        " processor too and may be the slower of the two, so the target compares requests per second"
        " of the server's processor time:",
        "",
        *table(
            ["server", "per second", "per second of processor time"],
            [
                [
                    name,
                    number(figures.median(f"{name}, 64 connections")),
                    number(figures.median(f"{name}, 64 connections, a processor second")),
                ]
                for name in busy
            ],
        ),
        "",
    ]


def proxy_text(figures: Figures) -> List[str]:
    """The section of the proxy."""
    names = [name for name in (PROXY, NGINX) if f"{name}, hit" in figures]
    busy = [name for name in names if f"{name}, {PROXY_BUSY} connections" in figures]
    return [
        "## The proxy",
        "",
        "`gitxplorer proxy` and nginx with `proxy_cache`, both over TCP in front of one sandbox, with an"
        " account's profile stored. One request at a time on one connection, client and server on one"
        " processor:",
        "",
        *table(
            ["a hit", "µs", "processor time of the server, µs"],
            [
                [
                    name,
                    f"{figures.median(f'{name}, hit'):.1f}",
                    f"{figures.median(f'{name}, hit CPU'):.1f}",
                ]
                for name in names
            ],
        ),
        "",
        f"{PROXY_BUSY} connections of wrk, the server alone on its processor:",
        "",
        *table(
            ["hits", "per second", "per second of processor time"],
            [
                [
                    name,
                    number(figures.median(f"{name}, {PROXY_BUSY} connections")),
                    number(figures.median(f"{name}, {PROXY_BUSY} connections, a processor second")),
                ]
                for name in busy
            ],
        ),
        "",
        "A profile that nobody has asked for takes"
        f" {figures.median('direct, miss'):.2f} ms from the sandbox itself and"
        f" {figures.median(f'{PROXY}, miss'):.2f} ms through the proxy, which also stores it.",
        "",
    ]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> List[str]:
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]
