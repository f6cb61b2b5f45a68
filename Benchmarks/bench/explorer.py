"""`bench explorer`: how long the web explorer takes in Chromium, from a navigation to 15 users with
pictures, where the server has all of them in its cache.
"""

from __future__ import annotations

import statistics
import sys
from typing import List

from .workplace import Workplace

# Workplace has put Tests on the path.
from harness.explorer import AMPLE, Tab, browsing, start  # isort: skip

ADDRESS = "/random?count=15&seed=7"
PICTURES = 15
TARGET = 300

#: Notes when the last picture has come, in milliseconds after the navigation began.
NOTE = f"""
let pictures = 0;
document.addEventListener("load", ({{target}}) => {{
    if (target.matches?.("img.avatar")) pictures += 1;
    if (pictures === {PICTURES}) window.arrived ??= performance.now();
}}, true);
"""


def navigate(tab: Tab) -> float:
    tab.run(tab.page.go("about:blank"))
    tab.run(tab.page.go(tab.at(ADDRESS)))
    tab.until("window.arrived !== undefined")
    return float(tab.value("arrived"))


def describe(name: str, times: List[float]) -> str:
    middle = statistics.median(times)
    return f"{name}: {middle:.0f} ms ({min(times):.0f} to {max(times):.0f})"


def run(workplace: Workplace, rounds: int) -> bool:
    """Prints the times; whether the target is met."""
    cache = str(workplace.files / "warm.sqlite")
    site = start(workplace.processes, *AMPLE, "--cache", cache)
    again: List[float] = []
    first: List[float] = []
    with browsing(workplace.files / "browser") as browser:
        for number in range(rounds + 1):
            print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
            # A new profile has nothing from the visits of others.
            with browser.profile() as profile:
                tab = browser.tab(profile, site)
                tab.ask("Page.addScriptToEvaluateOnNewDocument", source=NOTE)
                times = [navigate(tab), navigate(tab)]
            # The first round fills the server's cache.
            if number:
                first.append(times[0])
                again.append(times[1])
    print(describe("a browser's first visit", first))
    print(describe("a later visit", again))
    is_met = statistics.median(first) <= TARGET
    print(f"{'met' if is_met else 'missed'}: at most {TARGET} ms")
    return is_met
