"""axe-core, which finds what people with disabilities cannot use."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import List

from .explorer import Tab

#: Where a rule is broken, and how.
RUN = """
axe.run(document, {resultTypes: ["violations"], rules: {"target-size": {enabled: true}}%s})
    .then(({violations}) => violations.flatMap(({id, nodes}) => nodes.map((node) =>
        `${id}: ${node.target.join(" ")}: ${node.failureSummary}`)))
"""


@lru_cache(maxsize=None)
def script() -> str:
    """Its code. The package that has it drives other browsers, so it is not imported."""
    found = find_spec("axe_playwright_python")
    assert found is not None and found.submodule_search_locations
    return (Path(next(iter(found.submodule_search_locations))) / "axe.min.js").read_text()


def violations(tab: Tab, *, only: str = "") -> List[str]:
    """What breaks a rule on the page as it is, or the rule ``only``."""
    if not tab.value("'axe' in window"):
        tab.value(f"{script()}; 0")
    return tab.result(RUN % (f", runOnly: [{only!r}]" if only else ""))
