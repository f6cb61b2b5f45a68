"""Pages of other origins in a browser get nothing from the HTTP listener.

The browser has a session: whatever stops its pages is the gate. All of its requests go through a
recorder, so that a test also sees that they arrived.
"""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

from harness.chromium import Chromium, chromium
from harness.documents import block, page
from harness.processes import Processes
from harness.recorder import Exchange, Recorder

PAGE = b"<!doctype html><title>A page</title><body>"
WHOLE_PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + PAGE

#: A page whose name led to the attacker when it was loaded, and leads to the server since.
REBOUND = "a rebound name"

#: What a page tries. Each attempt gives what the page could read, or "nothing".
ATTEMPTS = """
const base = %s, socket = base.replace("http", "ws");
const call = JSON.stringify({jsonrpc: "2.0", id: 1, method: "cache.clear"});
const ask = async (path, options) => {
    try {
        const answer = await fetch(base + path, {credentials: "include", ...options});
        return answer.type == "opaque" ? "nothing" : `${answer.status} ${await answer.text()}`;
    } catch { return "nothing"; }
};
const post = (type, path = "/rpc") => ({
    method: "POST", body: call, headers: {"Content-Type": type}, mode: "no-cors",
});
const element = (name, members, read = () => "something") => new Promise(done => {
    const made = Object.assign(document.createElement(name), members);
    made.onerror = () => done("nothing");
    made.onload = () => done(read(made));
    document.body.append(made);
});
// A frame of another origin has no document that can be read.
const framed = frame => frame.contentDocument?.body.innerText ?? "nothing";
const form = async () => {
    const shown = element("iframe", {name: "shown", src: "about:blank"}, () => "");
    await shown;
    const sent = Object.assign(document.createElement("form"), {
        action: base + "/rpc", method: "POST", enctype: "text/plain", target: "shown",
    });
    sent.append(Object.assign(document.createElement("input"), {
        name: call.replace("}", ', "padding": "'), value: '"}',
    }));
    document.body.append(sent);
    const frame = document.querySelector("iframe[name=shown]");
    const loaded = new Promise(done => frame.onload = () => done(framed(frame)));
    sent.submit();
    return loaded;
};
const websocket = () => new Promise(done => {
    const made = new WebSocket(socket + "/rpc");
    made.onopen = () => made.send(call);
    made.onmessage = message => done(message.data);
    made.onclose = () => done("nothing");
});
const events = () => new Promise(done => {
    const made = new EventSource(base + "/mcp", {withCredentials: true});
    made.onopen = () => done("something");
    made.onerror = () => { made.close(); done("nothing"); };
});
return (async () => ({
    "a call": await ask("/rpc", {...post("application/json"), mode: "cors"}),
    "a call with a secret": await ask("/rpc", {
        ...post("application/json"), mode: "cors",
        headers: {"Content-Type": "application/json", "Authorization": "Bearer " + "0".repeat(64)},
    }),
    "a call as text": await ask("/rpc", post("text/plain")),
    "a call to the tools": await ask("/mcp", post("text/plain")),
    "a beacon": String(navigator.sendBeacon(base + "/rpc", call)).replace("true", "nothing"),
    "a document": await ask("/openrpc.json"),
    "a document without CORS": await ask("/openrpc.json", {mode: "no-cors"}),
    "figures": await ask("/metrics"),
    "the state": await ask("/healthz"),
    "a session": await ask("/session", {method: "PUT", body: "{}"}),
    "the end of the session": await ask("/session", {method: "DELETE"}),
    "a picture": await element("img", {src: base + "/avatars/octocat"}),
    "a script": await element("script", {src: base + "/openrpc.json"}),
    "a style": await element("link", {rel: "stylesheet", href: base + "/openrpc.json"}),
    "a frame": await element("iframe", {src: base + "/openrpc.json"}, framed),
    "a form": await form(),
    "a WebSocket": await websocket(),
    "events": await events(),
}))()
"""

#: What the owner of the server does on its own page, with a session.
OWN = """
(async () => {
    const session = await fetch("/session", {
        method: "PUT", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({secret: %s}),
    });
    const message = JSON.stringify({jsonrpc: "2.0", id: 1, method: "cache.stats"});
    const answer = await fetch("/rpc", {
        method: "POST", headers: {"Content-Type": "application/json"}, body: message,
    });
    const socket = new WebSocket(location.origin.replace("http", "ws") + "/rpc");
    const received = await new Promise((done, failed) => {
        socket.onopen = () => socket.send(message);
        socket.onmessage = event => done(JSON.parse(event.data));
        socket.onclose = failed;
    });
    socket.close();
    return {session: session.status, answer: await answer.json(), received};
})()
"""

#: What a page with the secret does, as the documentation shows it. Gives what it has logged.
DOCUMENTED = """
(async () => {
    const secret = %s, logged = [], console = {log: value => logged.push(value)};
    %s
    return logged;
})()
"""


@dataclass
class Findings:
    """What the pages have read, and what has arrived at the server."""

    #: By attacking page: what each attempt has read.
    read: Dict[str, Dict[str, str]] = field(default_factory=dict)
    origins: Dict[str, str] = field(default_factory=dict)
    own: Dict[str, Any] = field(default_factory=dict)
    #: What the documented example has logged on the server's own page and on an allowed one.
    documented: List[Dict[str, Any]] = field(default_factory=list)
    exchanges: List[Exchange] = field(default_factory=list)
    log: List[Dict[str, Any]] = field(default_factory=list)

    def arrived(self, page: str) -> List[Exchange]:
        return [one for one in self.exchanges if one.origin == self.origins[page]]


class Page(BaseHTTPRequestHandler):
    """An empty page, for every path."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def findings(
    module_processes: Processes, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Findings]:
    """One browser: a session on the server's own origin, and then pages of others."""
    others = [ThreadingHTTPServer(("127.0.0.1", 0), Page) for _ in range(2)]
    for other in others:
        threading.Thread(target=other.serve_forever, daemon=True).start()
    foreign, allowed = [other.server_port for other in others]
    folder = tmp_path_factory.mktemp("browser")
    secret = "5ec3e7" + "0" * 58
    (folder / "secret").touch(mode=0o600)
    (folder / "secret").write_text(secret)
    serving = module_processes.serve(
        *["--http", "127.0.0.1:0", "--http-origin", f"http://127.0.0.1:{allowed}"],
        *["--client-secret-file", str(folder / "secret")],
        *["--log-requests", "--log-level", "info", "--log-format", "json"],
    )
    base = serving.addresses["http"].partition(":")[2]
    recorder = Recorder(int(base.rpartition(":")[2]))
    example = block(page("protocol"), "js", "const answer").replace("http://127.0.0.1:7080", base)
    documented = DOCUMENTED % (json.dumps(secret), example)
    found = Findings()
    found.origins = {
        "another port": f"http://127.0.0.1:{foreign}",
        "another host": f"http://evil.example:{foreign}",
        REBOUND: f"http://rebound.example:{recorder.target}",
    }

    async def visit(browser: Chromium) -> None:
        await browser.go(f"{base}/healthz")
        found.own = await browser.result(OWN % json.dumps(secret))
        found.documented += await browser.result(documented)
        await browser.go(f"http://127.0.0.1:{allowed}/")
        found.documented += await browser.result(documented)
        for name, origin in found.origins.items():
            # The name leads to the attacker until its page is there, and then to the server.
            recorder.page = WHOLE_PAGE if name == REBOUND else None
            await browser.go(f"{origin}/")
            recorder.page = None
            target = origin if name == REBOUND else base
            attempts = f"(() => {{ {ATTEMPTS % json.dumps(target)} }})()"
            found.read[name] = await browser.result(attempts)
            await browser.value(f"location.href = '{target}/metrics', 0")
            await browser.until(f"location.href == '{target}/metrics'")
            await browser.until("document.readyState == 'complete'")
            found.read[name]["a link"] = await browser.value("document.body.innerText")

    async def main() -> None:
        names = ["127.0.0.1", "rebound.example"]
        rules = [f"MAP {name}:{recorder.target} 127.0.0.1:{recorder.port}" for name in names]
        resolver = ", ".join([*rules, "MAP *.example 127.0.0.1"])
        async with chromium(folder / "profile", f"--host-resolver-rules={resolver}") as browser:
            await visit(browser)

    asyncio.run(main())
    recorder.close()
    for other in others:
        other.shutdown()
        other.server_close()
    found.exchanges = recorder.exchanges()
    found.log = [json.loads(line) for line in serving.log.splitlines()]
    yield found


def test_the_servers_own_page_asks_with_a_session(findings: Findings) -> None:
    assert findings.own["session"] == 204
    assert "result" in findings.own["answer"] and "result" in findings.own["received"]


def test_a_page_of_an_allowed_origin_asks_as_documented(findings: Findings) -> None:
    own, allowed = findings.documented
    assert "result" in own and "result" in allowed


@pytest.mark.parametrize("page", ["another port", "another host"])
def test_a_page_of_another_origin_reads_nothing(page: str, findings: Findings) -> None:
    read = dict(findings.read[page])
    # The person sees the refusal; the page has gone.
    assert set(json.loads(read.pop("a link"))) == {"error"}
    assert {name: text for name, text in read.items() if text != "nothing"} == {}


def test_a_page_reads_nothing_but_refusals_after_dns_rebinding(findings: Findings) -> None:
    for name, text in findings.read[REBOUND].items():
        if text != "nothing":
            assert set(json.loads(text.removeprefix("421 "))) == {"error"}, name


@pytest.mark.parametrize(
    ("page", "status"), [("another port", 403), ("another host", 403), (REBOUND, 421)]
)
def test_all_requests_of_other_pages_arrive_and_are_refused(
    page: str, status: int, findings: Findings
) -> None:
    arrived = findings.arrived(page)
    assert {one.status for one in arrived} == {status}, arrived
    asked = {(one.method, one.path, one.fields.get("upgrade", "")) for one in arrived}
    assert asked >= {
        ("POST", "/rpc", ""), ("GET", "/rpc", "websocket"),
        ("POST", "/mcp", ""), ("GET", "/mcp", ""), ("GET", "/openrpc.json", ""),
        ("GET", "/avatars/octocat", ""), ("GET", "/metrics", ""),
        *([("PUT", "/session", "")] if page == REBOUND else [("OPTIONS", "/session", "")]),
    }  # fmt: skip
    # Only the gate stands between the page and the session: a port is not part of a cookie's site.
    has_session = any("gitxplorer-" in one.fields.get("cookie", "") for one in arrived)
    assert has_session == (page == "another port")


def test_no_request_of_another_page_reaches_a_method(findings: Findings) -> None:
    methods = [line["method"] for line in findings.log if line["label"] == "gitxplorer.requests"]
    assert methods == ["cache.stats"] * 2 + ["rate.status"] * 2
