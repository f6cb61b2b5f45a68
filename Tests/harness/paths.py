"""Paths, relative to this file."""

from __future__ import annotations

import os
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
REPOSITORY = TESTS.parent
SCHEMAS = REPOSITORY / "Schemas"
#: The facts about GitHub's responses, or the file of all recordings if the variable names it.
FACTS = TESTS / "Recordings"
HAS_ALL_RECORDINGS = bool(os.environ.get("GITXPLORER_RECORDINGS"))
RECORDINGS = Path(os.environ.get("GITXPLORER_RECORDINGS") or FACTS / "exchanges.jsonl")
OPENRPC_META_SCHEMA = FACTS / "openrpc.json"
