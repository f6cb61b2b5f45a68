"""What operators use: metrics, health, traces in logs, and the files of ``Support``."""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from harness.asking import SECRET, serve_http
from harness.documents import page
from harness.engines import free_port
from harness.mcp import initialize
from harness.paths import REPOSITORY, SCHEMAS
from harness.processes import Processes, Serving
from harness.waiting import until
from harness.wire import request

SUPPORT = REPOSITORY / "Support"
BEARER = {"Authorization": f"Bearer {SECRET}"}
JSON = {"Content-Type": "application/json", **BEARER}
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
NO_ENGINE = "redis://127.0.0.1:1"

Metrics = Mapping[Tuple[str, ...], float]


def port(serving: Serving) -> int:
    return int(serving.addresses["http"].rpartition(":")[2])


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, body: Any = None,
    fields: Mapping[str, str] = JSON,
) -> "http.client.HTTPResponse":  # fmt: skip
    data = None if body is None else json.dumps(body)
    connection.request(method, path, data, dict(fields))
    return connection.getresponse()


def call(connection: http.client.HTTPConnection, body: Any, **fields: str) -> Any:
    response = ask(connection, "POST", "/rpc", body, {**JSON, **fields})
    assert response.status == 200
    return json.loads(response.read())


def scrape(connection: http.client.HTTPConnection) -> str:
    response = ask(connection, "GET", "/metrics", fields=BEARER)
    assert response.status == 200
    assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return response.read().decode()


def parsed(text: str) -> Dict[Tuple[str, ...], float]:
    """The samples by their name and the values of their labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def metered(processes: Processes) -> Serving:
    """A server with all metrics, which has no engine."""
    path = str(processes.folder / "s")
    return serve_http(processes, "--shared-cache", NO_ENGINE, "--socket", path)


def test_metrics_count_every_transport(metered: Serving) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port(metered))
    summary = request("user.summary", {"login": "octocat"})
    unix = metered.connect("unix")
    unix.send(summary)
    assert "result" in unix.receive()
    assert "result" in call(connection, summary)
    missing = request("user.summary", {"login": "no-such-user-0"})
    batch = [request("ghp_unknown", {}, 1), {**summary, "id": 2}, {**missing, "id": 3}]
    assert len(call(connection, batch)) == 3
    mcp = {**JSON, "Accept": "application/json, text/event-stream"}
    unknown = {**mcp, "MCP-Protocol-Version": "2099-01-01"}
    welcome = ask(connection, "POST", "/mcp", request("initialize", initialize()), mcp)
    assert "result" in json.load(welcome)
    assert ask(connection, "POST", "/mcp", request("tools/list"), unknown).read()
    metered.facts.wait_for_rest()
    received = metered.sandbox.requests
    text = scrape(connection)
    metrics = parsed(text)
    requests = "gitxplorer_requests_total"
    assert metrics[requests, "user.summary", "ok"] == 3
    assert metrics[requests, "user.summary", "notFound"] == 1
    assert metrics[requests, "other", "methodNotFound"] == 1
    # Of `/mcp`, what is refused too.
    assert (metrics[requests, "initialize", "ok"], metrics[requests, "other", "other"]) == (1, 1)
    assert metrics["gitxplorer_request_duration_seconds_count", "user.summary"] == 4
    results = "gitxplorer_results_total"
    assert (metrics[results, "network"], metrics[results, "cache"]) == (1, 2)
    upstream = "gitxplorer_upstream_requests_total"
    # The first of two requests that fail may end the other, even before that one is sent.
    failed = (metrics[upstream, "clientError"], metrics[upstream, "cancelled"])
    assert metrics[upstream, "ok"] > 0 and failed[0] >= 1 and sum(failed) <= 2
    exchanges = sum(value for key, value in metrics.items() if key[0] == upstream)
    assert exchanges - failed[1] <= received <= exchanges
    assert metrics["gitxplorer_upstream_duration_seconds_count",] == exchanges
    rest = call(connection, request("rate.status"))["result"]["resources"]["core"]
    # What GitHub says to a request that ended early is not heard.
    remaining = metrics["gitxplorer_rate_limit_remaining", "core"]
    assert 0 <= remaining - rest["remaining"] <= failed[1]
    reset = metrics["gitxplorer_rate_limit_reset_timestamp_seconds", "core"]
    assert 0 < reset - metrics["process_start_time_seconds",] <= 3_610
    connections = "gitxplorer_connections"
    assert (metrics[connections, "unix"], metrics[connections, "http"]) == (1, 1)
    assert (metrics[connections, "tcp"], metrics[connections, "websocket"]) == (0, 0)
    assert metrics["gitxplorer_shared_cache_up",] == 0
    assert metrics["process_max_fds",] > metrics["process_open_fds",] > 5
    assert metrics["process_virtual_memory_bytes",] > metrics["process_resident_memory_bytes",]
    assert metrics["process_resident_memory_bytes",] > 1 << 20
    assert metrics["process_cpu_seconds_total",] > 0
    assert [key[1] for key in metrics if key[0] == "gitxplorer_build_info"][0]
    # No label has what a client sent.
    assert "octocat" not in text and "unknown" not in text and SECRET not in text


def test_a_log_changes_no_count(processes: Processes) -> None:
    summary = request("user.summary", {"login": "octocat"})
    counts: List[Metrics] = []
    for flags in ([], ["--log-requests"]):
        serving = serve_http(processes, "--stdio", *flags)
        stdio = serving.stdio()
        for _ in range(3):
            stdio.send(summary)
            assert "result" in stdio.receive()
        connection = http.client.HTTPConnection("127.0.0.1", port(serving))
        metrics = parsed(scrape(connection))
        assert metrics["gitxplorer_connections", "stdio"] == 1
        assert metrics["gitxplorer_results_total", "cache"] == 2
        counted = ("gitxplorer_requests_total", "gitxplorer_results_total")
        counts.append({key: value for key, value in metrics.items() if key[0] in counted})
        # Without a log the series of other methods exist, too.
        counts[-1] = {key: value for key, value in counts[-1].items() if value}
    assert counts[0] == counts[1]


def test_metrics_need_the_secret_and_health_does_not(metered: Serving) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port(metered))
    for path, status in (("/metrics", 401), ("/healthz", 200), ("/readyz", 200)):
        response = ask(connection, "GET", path, fields={})
        assert (path, response.status) == (path, status)
        response.read()


def test_the_table_of_metrics_is_what_a_server_shows(
    metered: Serving, request: pytest.FixtureRequest
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port(metered))
    assert "result" in call(connection, {"jsonrpc": "2.0", "id": 1, "method": "users.random"})
    rows = [
        f"| `{family.name}{'_total' * (family.type == 'counter')}{labels(family)}` "
        f"| {family.type} | {family.documentation} |"
        for family in text_string_to_metric_families(scrape(connection))
    ]
    text = (REPOSITORY / page("operating")).read_text()
    table = re.search(r"<!-- metrics -->\n.*\n.*\n((?:\|.*\n)+)<!-- /metrics -->", text)
    assert table is not None and table[1].splitlines() == rows


def labels(family: Any) -> str:
    names = [name for name in family.samples[0].labels if name != "le"]
    return "{" + ",".join(names) + "}" if names else ""


@pytest.mark.parametrize("file", ["grafana/gitxplorer.json", "prometheus/gitxplorer-alerts.yaml"])
def test_dashboard_and_alerts_use_metrics_that_exist(file: str, metered: Serving) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port(metered))
    assert "result" in call(connection, {"jsonrpc": "2.0", "id": 1, "method": "users.random"})
    families = list(text_string_to_metric_families(scrape(connection)))
    samples = {sample.name: set(sample.labels) for each in families for sample in each.samples}
    text = (SUPPORT / file).read_text()
    if file.endswith("json"):
        dashboard = json.loads(text)
        ids = [panel["id"] for panel in dashboard["panels"]]
        assert len(set(ids)) == len(ids)
        expressions = [each["expr"] for panel in dashboard["panels"] for each in panel["targets"]]
    else:
        rules = [rule for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]
        assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] for rule in rules)
        expressions = [rule["expr"] for rule in rules]
    used = set()
    kinds = json.loads((SCHEMAS / "errors.json").read_text())["$defs"].keys() | {"ok", "other"}
    for expression in expressions:
        assert expression.count("(") == expression.count(")")
        for name, matchers in re.findall(r"\b((?:gitxplorer|process)_\w+)(?:\{(.*?)\})?", expression):
            used.add(name)
            named = set(re.findall(r"(\w+)[=!]", matchers))
            assert named <= samples[name] | {"job", "instance"}, expression
            for outcomes in re.findall(r'outcome[=!~]+"(.*?)"', matchers):
                assert name == "gitxplorer_requests_total" and kinds >= set(outcomes.split("|"))
        for names in re.findall(r"by \(([\w, ]+)\)", expression):
            known = {"instance", "le"}.union(*samples.values())
            assert set(names.split(", ")) <= known
    assert {"gitxplorer_rate_limit_remaining", "gitxplorer_shared_cache_up"} <= used


def test_prometheus_is_configured_to_show_the_secret() -> None:
    file = SUPPORT / "prometheus" / "prometheus.yaml"
    (job,) = yaml.safe_load(file.read_text())["scrape_configs"]
    assert job["job_name"] == "gitxplorer" and "metrics_path" not in job
    assert job["authorization"]["type"] == "Bearer"
    assert job["authorization"]["credentials_file"] in file.read_text().partition("\n\n")[0]
    (rules,) = yaml.safe_load(file.read_text())["rule_files"]
    assert (file.parent / rules).exists()


def test_a_trace_is_in_all_lines_of_its_request(processes: Processes) -> None:
    serving = serve_http(processes, "--log-requests", "--log-http", "--log-format", "json")
    connection = http.client.HTTPConnection("127.0.0.1", port(serving))
    for number, trace in enumerate([TRACE, TRACE.upper(), "", "x" * 5000]):
        params = {"login": "octocat", "refresh": True}
        call(connection, request("user.summary", params, number), traceparent=trace)
    call(connection, request("users.radnom", {}, 9), traceparent=TRACE)
    serving.facts.wait_for_rest()
    lines = [json.loads(line) for line in serving.log.splitlines()]
    traced = [line for line in lines if "trace" in line]
    assert {line["trace"] for line in traced} == {TRACE}
    kinds = {line["label"] for line in traced}
    assert kinds == {"gitxplorer.requests", "gitxplorer.http"}
    assert len({line["id"] for line in traced}) == 2
    assert [line.get("error") for line in traced if line["message"] == "request"] == [None, -32601]
    assert len([line for line in lines if line["message"] == "request"]) == 5


def test_a_tool_call_may_name_its_trace(processes: Processes) -> None:
    serving = processes.popen("mcp", "--sandbox", "--log-requests", "--log-format", "json")
    mcp = serving.stdio()
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}, "traceparent": TRACE,
    }  # fmt: skip
    params = {"name": "user_summary", "arguments": {"login": "octocat"}, "_meta": meta}
    mcp.send(request("tools/call", params))
    assert "result" in mcp.receive()
    serving.facts.wait_for_rest()
    (line,) = [json.loads(line) for line in serving.log.splitlines() if "trace" in line]
    assert (line["trace"], line["method"]) == (TRACE, "user.summary")


@pytest.fixture
def nginx(processes: Processes, tmp_path: Path) -> Iterator[Tuple[int, Serving]]:
    """Our file in nginx, with other ports and files; the port, and the server behind it."""
    name = "explorer.example.com"
    serving = serve_http(
        processes, "--http-host", name, "--http-origin", f"https://{name}", "--log-requests"
    )
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        + ["-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
        + ["-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    text, front = (SUPPORT / "nginx" / "gitxplorer.conf").read_text(), free_port()
    for old, new in {
        "127.0.0.1:7080;": f"127.0.0.1:{port(serving)};", "listen 443": f"listen 127.0.0.1:{front}",
        f"/etc/ssl/certs/{name}.pem": str(certificate),
        f"/etc/ssl/private/{name}.key": str(key),
    }.items():  # fmt: skip
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "site.conf").write_text(text)
    folders = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; error_log stderr; {'user root;' * (os.geteuid() == 0)}\n"
        f"events {{}}\nhttp {{ access_log off; {folders} include {tmp_path}/site.conf; }}\n"
    )
    command = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert command is not None
    process = subprocess.Popen(
        [command, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"), "-e", "stderr"],
        stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        until((tmp_path / "pid").exists)
        yield front, serving
    finally:
        process.terminate()
        errors = process.communicate()[1].decode()
    assert process.returncode == 0, errors


def secured(front: int, folder: Path) -> socket.socket:
    """A TLS connection to nginx, which verifies its certificate."""
    context = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
    plain = socket.create_connection(("127.0.0.1", front))
    return context.wrap_socket(plain, server_hostname="explorer.example.com")


class Secured(http.client.HTTPConnection):
    def __init__(self, front: int, folder: Path) -> None:
        super().__init__("explorer.example.com", front)
        self.sock = secured(front, folder)


def test_nginx_passes_everything_on(nginx: Tuple[int, Serving], tmp_path: Path) -> None:
    front, serving = nginx
    connection = Secured(front, tmp_path)
    response = ask(connection, "GET", "/healthz", fields={})
    assert response.status == 200
    response.read()
    # The secret is still asked, and pages of the public address may ask.
    refused = ask(connection, "POST", "/rpc", {}, {"Content-Type": "application/json"})
    assert refused.status == 401
    refused.read()
    origin = "https://explorer.example.com"
    summary = request("user.summary", {"login": "octocat"})
    assert call(connection, summary, Origin=origin)["result"]["user"]["login"] == "octocat"
    foreign = ask(connection, "POST", "/rpc", summary, {**JSON, "Origin": "https://example.com"})
    assert foreign.status == 403
    foreign.read()
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}, "progressToken": "one",
    }  # fmt: skip
    arguments = {"login": "octocat", "refresh": True}
    params = {"name": "user_summary", "arguments": arguments, "_meta": meta}
    fields = {
        **JSON, "Accept": "application/json, text/event-stream", "Mcp-Method": "tools/call",
        "Mcp-Name": "user_summary", "MCP-Protocol-Version": "2026-07-28",
    }  # fmt: skip
    events = ask(connection, "POST", "/mcp", request("tools/call", params), fields)
    assert events.headers["Content-Type"].startswith("text/event-stream")
    sent = [json.loads(line[6:]) for line in events.read().splitlines() if line[:6] == b"data: "]
    assert [message.get("method") for message in sent][0] == "notifications/progress"
    assert "structuredContent" in sent[-1]["result"]


def test_nginx_passes_websockets_on(nginx: Tuple[int, Serving], tmp_path: Path) -> None:
    front, _ = nginx
    with secured(front, tmp_path) as client, client.makefile("rb") as answers:
        fields = {
            "Host": f"explorer.example.com:{front}", "Upgrade": "websocket", **BEARER,
            "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(),
            "Origin": "https://explorer.example.com",
        }  # fmt: skip
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        client.sendall(f"GET /rpc HTTP/1.1\r\n{head}\r\n".encode())
        assert answers.readline().split()[1] == b"101"
        while answers.readline() != b"\r\n":
            pass
        text = json.dumps(request("rate.status")).encode()
        # Masked with zeros, which change nothing.
        client.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
        kind, length = answers.read(2)
        size = int.from_bytes(answers.read(2), "big") if length == 126 else length
        assert kind == 0x81 and "result" in json.loads(answers.read(size))
