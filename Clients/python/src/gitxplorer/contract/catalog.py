"""All promises, the simple ones first."""

from __future__ import annotations

from collections.abc import Iterator

from . import messages, params, results
from .promise import Check
from .schemas import Schemas


def checks(schemas: Schemas) -> Iterator[Check]:
    """Every check, in the order in which a report shows them."""
    for module in (messages, results, params):
        yield from module.PROMISES.checks(schemas)
    yield from messages.LAST.checks(schemas)
