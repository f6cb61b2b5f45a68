"""Screens of a terminal as SVG: what `tmux capture-pane -e` prints, one picture or a recording of several."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

#: Of a cell, in pixels, and of the margin around the screen.
WIDTH, HEIGHT, MARGIN = 8.4, 18, 10
GROUND, INK = "#0d1117", "#e6edf3"
#: The sixteen colors that a terminal has names for.
NAMED = ["#1d2228", "#e06c75", "#7fc377", "#d9a95b", "#61afef", "#c678dd", "#4fb3bf", "#c8ccd4"]
NAMED += ["#6b7480", "#ef8b93", "#9bd893", "#ebc37f", "#84c3f5", "#d79bea", "#75cbd5", "#ffffff"]

#: Blocks are drawn as rectangles, in eighths of a cell: left, top, width, height. Fonts leave gaps.
BLOCKS: Dict[str, Tuple[int, int, int, int]] = {"█": (0, 0, 8, 8), "▀": (0, 0, 8, 4), "▐": (4, 0, 4, 8)}
BLOCKS.update({char: (0, 8 - n, 8, n) for n, char in enumerate("▁▂▃▄▅▆▇", 1)})
BLOCKS.update({char: (0, 0, n, 8) for n, char in enumerate("▏▎▍▌▋▊▉", 1)})
#: Lines, likewise.
LINES = {"─": (0, 4, 8, 0), "━": (0, 4, 8, 0), "│": (4, 0, 0, 8), "┃": (4, 0, 0, 8)}


class Style(NamedTuple):
    ink: Optional[str] = None
    ground: Optional[str] = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    reverse: bool = False

    def colors(self) -> Tuple[str, Optional[str]]:
        """The colors of the text and of what is behind it."""
        if self.reverse:
            return self.ground or GROUND, self.ink or INK
        return self.ink or INK, self.ground


class Cell(NamedTuple):
    column: int
    char: str
    width: int
    style: Style


def _indexed(number: int) -> str:
    """A color of the 256 that xterm has."""
    if number < 16:
        return NAMED[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = [0, 95, 135, 175, 215, 255]
    return "#" + "".join(f"{levels[(number - 16) // 6**n % 6]:02x}" for n in (2, 1, 0))


def _styled(style: Style, codes: str) -> Style:
    """The style after `CSI codes m`."""
    numbers = [int(code or 0) for code in re.split("[;:]", codes)]
    while numbers:
        code = numbers.pop(0)
        if code in (38, 48):
            kind = numbers.pop(0)
            if kind == 5:
                color = _indexed(numbers.pop(0))
            else:
                color = "#" + "".join(f"{numbers.pop(0):02x}" for _ in range(3))
            style = style._replace(**{"ink" if code == 38 else "ground": color})
        elif code % 10 < 8 and code // 10 in (3, 4, 9, 10):
            bright = 8 if code >= 90 else 0
            color = NAMED[code % 10 + bright]
            style = style._replace(**{"ink" if code // 10 in (3, 9) else "ground": color})
        elif code == 0:
            style = Style()
        elif code in (39, 49):
            style = style._replace(**{"ink" if code == 39 else "ground": None})
        elif code == 22:
            style = style._replace(bold=False, dim=False)
        else:
            names = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}
            if name := names.get(code % 20):
                style = style._replace(**{name: code < 20})
    return style


def _cells(line: str) -> Iterator[Cell]:
    """The cells of a line, in order."""
    style, column = Style(), 0
    for codes, char in re.findall(r"\x1b\[([\d;:]*)m|\x1b[()].|[\x0e\x0f]|(.)", line):
        if not char:
            style = _styled(style, codes) if codes is not None else style
            continue
        width = 2 if unicodedata.east_asian_width(char) in "WF" else 1
        yield Cell(column, char, width, style)
        column += width


def _runs(cells: Sequence[Cell]) -> Iterator[List[Cell]]:
    """Neighbors that look the same."""
    run: List[Cell] = []
    for cell in cells:
        same = run and run[-1].style == cell.style and _kind(run[-1].char) == _kind(cell.char)
        if run and not same:
            yield run
            run = []
        run.append(cell)
    if run:
        yield run


def _kind(char: str) -> str:
    return char if char in BLOCKS or char in LINES else ""


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _rectangle(x: float, y: float, width: float, height: float, color: str) -> str:
    numbers = [_number(value) for value in (x, y, width, height)]
    # Neighbors overlap a little: antialiasing would leave a seam between them.
    return '<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>'.format(*numbers, color)


def _row(line: str) -> str:
    """A line of the screen, at the top of the picture."""
    drawn = []
    for run in _runs(list(_cells(line))):
        first, last = run[0], run[-1]
        x, width = first.column * WIDTH, (last.column + last.width - first.column) * WIDTH
        ink, ground = first.style.colors()
        if ground:
            drawn.append(_rectangle(x, 0, width + 0.3, HEIGHT + 0.3, ground))
        text = "".join(cell.char for cell in run)
        dim = ' opacity=".6"' if first.style.dim else ""
        if first.char in BLOCKS:
            left, top, wide, high = BLOCKS[first.char]
            step = HEIGHT / 8
            # One rectangle if the blocks touch each other.
            for at in [x] if wide == 8 else [cell.column * WIDTH for cell in run]:
                across = width if wide == 8 else wide * WIDTH / 8
                drawn.append(_rectangle(at + left * WIDTH / 8, top * step, across + 0.1, high * step + 0.3, ink))
        elif first.char in LINES:
            left, top, wide, high = LINES[first.char]
            for cell in [first] if wide else run:
                at = cell.column * WIDTH + left * WIDTH / 8
                drawn.append(_rectangle(at, top * HEIGHT / 8, width if wide else 1.2, high * HEIGHT / 8 or 1.2, ink))
        elif text.strip():
            # Attributes of the font would yield to the rule for all text.
            looks = ["font-weight:700"] * first.style.bold + ["font-style:italic"] * first.style.italic
            looks += ["text-decoration:underline"] * first.style.underline
            look = f' style="{";".join(looks)}"' if looks else ""
            color = f' fill="{ink}"' if ink != INK else ""
            # The width keeps the columns, whatever font the viewer has.
            drawn.append(
                f'<text x="{_number(x)}" y="13.5" textLength="{_number(width)}"{color}{look}{dim}>'
                f"{escape(text, quote=False)}</text>"
            )
    return "".join(drawn)


def recording(frames: Sequence[Tuple[List[str], float]], columns: int, title: str) -> str:
    """An SVG that shows each screen for its seconds, again and again; the first one alone if motion is
    not wanted. A row that several screens have is in the file once."""
    rows = max(len(lines) for lines, _ in frames)
    size = [columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN]
    drawn: Dict[str, str] = {}
    screens = []
    for lines, _ in frames:
        uses = []
        for number, line in enumerate(lines):
            if row := _row(line):
                name = drawn.setdefault(row, f"r{len(drawn)}")
                uses.append(f'<use href="#{name}" y="{number * HEIGHT}"/>')
        screens.append("".join(uses))
    rules = [
        "text{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}rect{shape-rendering:crispEdges}"
    ]
    if len(frames) > 1:
        rules.append(_animation([seconds for _, seconds in frames]))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]:.0f} {size[1]:.0f}"'
        f' role="img" aria-label="{escape(title)}">',
        f"<style>{''.join(rules)}</style>",
        "<defs>",
        *(f'<g id="{name}">{row}</g>' for row, name in drawn.items()),
        "</defs>",
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})" fill="{INK}">',
        *(f'<g class="s s{number}">{screen}</g>' for number, screen in enumerate(screens)),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def picture(lines: List[str], columns: int, title: str) -> str:
    """An SVG of one screen."""
    return recording([(lines, 1)], columns, title)


def _animation(durations: Sequence[float]) -> str:
    """Style rules that show the screens in turn."""
    whole = sum(durations)
    rules = [".s{visibility:hidden}.s0{visibility:visible}@media(prefers-reduced-motion:no-preference){"]
    start = 0.0
    for number, seconds in enumerate(durations):
        end = start + seconds
        stops = {0.0: "hidden", start / whole * 100: "visible", end / whole * 100: "hidden"}
        steps = "".join(f"{_percent(at)}{{visibility:{how}}}" for at, how in stops.items() if at < 100)
        rules.append(f"@keyframes k{number}{{{steps}}}")
        rules.append(f".s{number}{{animation:k{number} {_number(whole)}s step-end infinite}}")
        start = end
    return "".join([*rules, "}"])


def _percent(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") + "%"
