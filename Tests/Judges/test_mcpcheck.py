"""jbt-mcpcheck, which holds a server to MCP 2026-07-28 over Streamable HTTP."""

from __future__ import annotations

import json
import subprocess
import sys

from harness.asking import SECRET, front_of, serve_http
from harness.processes import Processes

#: It takes `user` in the names of tools for a user of this server.
WARNINGS = {"cache": ["cache.public_user_specific_names"]}


def test_all_checks_pass(processes: Processes) -> None:
    url = f"http://{front_of(serve_http(processes)).authority}/mcp"
    flags = ["--token", SECRET, "--legacy-probes", "--probe", "all", "--json", "--timeout", "60"]
    judged = subprocess.run(
        [sys.executable, "-m", "mcpcheck", *flags, url], capture_output=True, text=True
    )
    report = json.loads(judged.stdout)
    assert judged.returncode == 0 and len(report["checks"]) == 8, judged.stderr
    for check in report["checks"]:
        assert check["status"] in ("pass", "warn"), check
        warnings = [each["code"] for each in check["warnings"]]
        assert (check["failures"], warnings) == ([], WARNINGS.get(check["name"], [])), check
