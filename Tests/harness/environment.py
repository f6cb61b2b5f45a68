"""The environment of processes that tests and benchmarks start."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict


def clean_environment(folder: Path) -> Dict[str, str]:
    """An environment without the developer's own settings and stored files."""
    unset = ("GITXPLORER", "GH_", "GITHUB_", "XDG_", "SSL_CERT_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unset)}
    for kind in ("CACHE", "CONFIG", "STATE"):
        kept[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    if os.geteuid() != 0:
        # Otherwise only root may count a server's descriptors.
        kept["GITXPLORER_DEBUGGABLE"] = "1"
    return kept
