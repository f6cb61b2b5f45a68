"""Where things lie, as seen from this file."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
REPOSITORY = TESTS.parent
SCHEMAS = REPOSITORY / "Schemas"
TRANSCRIPTS = TESTS / "Transcripts"
SHARED = REPOSITORY.parent / "shared"
RECORDINGS = SHARED / "github" / "recordings.jsonl"
OPENRPC_META_SCHEMA = SHARED / "openrpc-meta-schema.json"
