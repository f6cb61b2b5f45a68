"""Where things lie, as seen from this file."""

from __future__ import annotations

import os
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
REPOSITORY = TESTS.parent
SCHEMAS = REPOSITORY / "Schemas"
TRANSCRIPTS = TESTS / "Transcripts"
#: Facts about GitHub's answers; or, where the variable names it, the file of all recordings.
FACTS = TESTS / "Recordings"
HAS_ALL_RECORDINGS = bool(os.environ.get("GITXPLORER_RECORDINGS"))
RECORDINGS = Path(os.environ.get("GITXPLORER_RECORDINGS") or FACTS / "exchanges.jsonl")
OPENRPC_META_SCHEMA = FACTS / "openrpc.json"
