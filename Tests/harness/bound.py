"""A plugin of pytest that bounds the time of each phase of a test."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from types import FrameType
from typing import Iterator, Optional

import pytest

from .patience import PATIENCE


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "bound(seconds): how long each phase of the test may take, instead of PATIENCE"
    )


class TookTooLong(BaseException):
    """A test exceeded its bound. Not an ordinary exception, so that nothing catches it."""


@contextmanager
def bound(item: pytest.Item) -> Iterator[None]:
    """Ends a phase of a test that waits in vain.

    Between the phases no alarm is set: pytest makes reports there, and an exception in one of them
    ends the whole run.
    """
    marker = item.get_closest_marker("bound")
    seconds = marker.args[0] if marker else PATIENCE

    def end(number: int, frame: Optional[FrameType]) -> None:
        raise TookTooLong(f"longer than {seconds} s")

    signal.signal(signal.SIGALRM, end)
    # And again every 10 s, for the test's cleanup.
    signal.setitimer(signal.ITIMER_REAL, seconds, 10)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with bound(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with bound(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    with bound(item):
        return (yield)
