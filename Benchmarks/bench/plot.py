"""A plot as SVG: one bar for each value, on a logarithmic scale."""

from __future__ import annotations

import math
import re
from html import escape
from typing import List, Tuple

WIDTH, ROW, LEFT, RIGHT, TOP = 760, 26, 250, 80, 46
OURS, FLOOR, PEER = "#d9480f", "#868e96", "#4dabf7"


def bars(
    title: str, unit: str, values: List[Tuple[str, float]], ours: str = "GitXplorer"
) -> str:
    """A horizontal bar for each value, in the order given. Names with `ours` have our color."""
    lowest = 10 ** math.floor(math.log10(min(value for _, value in values)))
    highest = max(value for _, value in values)
    scale = (WIDTH - LEFT - RIGHT) / math.log10(highest / lowest)
    height = TOP + ROW * len(values) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' role="img" aria-label="{escape(title)}">',
        "<style>text { font: 13px sans-serif; fill: #212529 }"
        " @media (prefers-color-scheme: dark) { text { fill: #e9ecef } }</style>",
        f'<text x="12" y="24" style="font-size: 15px; font-weight: 600">{escape(title)}</text>',
    ]
    tick = lowest
    while tick <= highest:
        x = LEFT + math.log10(tick / lowest) * scale
        bottom = TOP + ROW * len(values)
        parts.append(
            f'<line x1="{x:.0f}" x2="{x:.0f}" y1="{TOP}" y2="{bottom}" stroke="#adb5bd"'
            ' stroke-dasharray="2 4"/>'
            f'<text x="{x:.0f}" y="{bottom + 18}" text-anchor="middle">{tick:,g} {unit}</text>'
        )
        tick *= 10
    for row, (name, value) in enumerate(values):
        y = TOP + ROW * row
        width = max(2.0, math.log10(value / lowest) * scale)
        color = OURS if ours in name else FLOOR if "floor" in name else PEER
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 17}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{LEFT}" y="{y + 4}" width="{width:.0f}" height="{ROW - 8}" rx="2"'
            f' fill="{color}"/>'
            f'<text x="{LEFT + width + 6:.0f}" y="{y + 17}">{value:,.3g}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def round_trips(results: str) -> str:
    """The plot of the round trips in the text of RESULTS.md, of what frames by headers over stdio."""
    table = results.partition("## One request at a time\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+?) \| ([\d.,]+) \|", table, re.MULTILINE)
    values = [
        (name, float(value.replace(",", "")))
        for name, value in rows
        if not name.endswith((", lines", ", Unix socket"))
    ]
    return bars(
        "One request at a time over stdio, median round trip",
        "µs",
        sorted(values, key=lambda value: value[1]),
    )
