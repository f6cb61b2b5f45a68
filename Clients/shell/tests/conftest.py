"""What the tests of the shell client share."""

from pathlib import Path

import pytest
from shell_client import Shell


@pytest.fixture
def shell(environment: dict[str, str], fake_binary: str, tmp_path: Path) -> Shell:
    return Shell({**environment, "GITXPLORER_BIN": fake_binary}, tmp_path)
