"""The built server passes every check of the contract kit.

The kit is `Clients/python/src/gitxplorer/contract`: what `python -m gitxplorer contract` checks.
"""

from __future__ import annotations

from typing import Iterator, List

import pytest
from gitxplorer.contract.catalog import checks
from gitxplorer.contract.promise import Check
from gitxplorer.contract.schemas import Schemas
from gitxplorer.contract.server import Server
from gitxplorer.contract.session import Session

from harness.paths import SCHEMAS
from harness.patience import PATIENCE


@pytest.fixture(scope="module")
def session(
    server_command: List[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Session]:
    server = Server.apart(server_command, tmp_path_factory.mktemp("contract"), PATIENCE)
    with Session(server, Schemas(SCHEMAS), examples=10) as session:
        yield session


@pytest.mark.parametrize("check", list(checks(Schemas(SCHEMAS))), ids=str)
def test_the_server_passes_the_check(check: Check, session: Session) -> None:
    check.run(session)
