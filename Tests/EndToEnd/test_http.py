"""HTTP and WebSocket: what is answered, who may ask, and how connections end."""

from __future__ import annotations

import json
import socket
import stat
import subprocess
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple, Optional

import pytest

from harness.asking import SECRET, serve_http
from harness.clock import Clock
from harness.patience import STUCK
from harness.processes import Processes, Serving
from harness.relay import Relay
from harness.sandbox import Sandbox
from harness.waiting import until
from harness.web import BINARY, CLOSE, TEXT, Front, WebSocket, frame
from harness.wire import request

SUMMARY = request("user.summary", {"login": "octocat"})
LIMIT = 100_000
JSON = "Content-Type: application/json"
#: What every answer has, refusals too.
DEFAULTS = {
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin", "cache-control": "no-store",
}  # fmt: skip


class Response(NamedTuple):
    status: int
    fields: Dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """A connection that can send several requests before it reads."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self.socket = front.connect()
        self._file = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def receive(self, method: str = "POST") -> Optional[Response]:
        """The next response; nil at the end."""
        try:
            line = self._file.readline()
        except ConnectionResetError:
            line = b""
        if not line:
            return None
        assert line.startswith(b"HTTP/1.1 "), line
        fields: Dict[str, str] = {}
        while (field := self._file.readline()) != b"\r\n":
            name, _, value = field.decode().partition(":")
            assert field.endswith(b"\r\n") and name.lower() not in fields, field
            fields[name.lower()] = value.strip()
        status = int(line[9:12])
        length = int(fields.get("content-length", 0)) if method != "HEAD" else 0
        assert "content-length" in fields or status in (101, 204), fields
        assert DEFAULTS.items() <= fields.items(), fields
        return Response(status, fields, self._file.read(length))

    def ask(self, data: bytes, method: str = "POST") -> Response:
        self.send(data)
        response = self.receive(method)
        assert response is not None, "closed without a response"
        return response

    def post(self, body: bytes, *fields: str) -> Response:
        return self.ask(post(self.front, body, *fields))

    def call(self, method: str, params: Any = None) -> Any:
        return self.ask(self.front.post(request(method, params))).json

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def post(front: Front, body: bytes, *fields: str) -> bytes:
    fields = fields or (JSON,)
    return front.head("POST", "/rpc", *fields, f"Content-Length: {len(body)}") + b"\r\n" + body


class Server(NamedTuple):
    serving: Serving
    tcp: Front
    unix: Front


def start(processes: Processes, *flags: str, **options: Any) -> Server:
    """A server with both listeners for HTTP, and the secret."""
    path = str(processes.folder / "http")
    serving = serve_http(processes, "--http-socket", path, *flags, **options)
    tcp = Front(serving.addresses["http"], SECRET)
    return Server(serving, tcp, Front(serving.addresses["http-socket"]))


@pytest.fixture(scope="module")
def server(module_processes: Processes) -> Server:
    return start(
        module_processes,
        *["--max-message-bytes", str(LIMIT), "--http-host", "proxy.example"],
        *["--http-origin", "https://app.example"],
    )


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server.tcp) as client:
        yield client


# What a POST is answered.

PING = b'{"jsonrpc":"2.0","id":7,"method":"cache.stats"}'
NOTIFICATION = b'{"jsonrpc":"2.0","method":"initialized"}'

#: A body, and what must be in the answer: an error's code, the id of a result, or nothing (204).
BODIES: List[Any] = [
    (PING, 7),
    (PING.replace(b",", b"\n,\r\n"), 7),
    (b"\n" + PING + b"\n", 7),
    (b"[" + PING + b"," + NOTIFICATION + b"]", [7]),
    (NOTIFICATION, None),
    (b"[" + NOTIFICATION + b"]", None),
    (b'{"jsonrpc":"2.0","method":"exit"}', None),
    (b'{"jsonrpc":"2.0","id":7,"method":"shutdown"}', 7),
    (PING, 7),
    (b"", -32700),
    (b" \r\n ", -32700),
    (b"{", -32700),
    (PING + PING, -32700),
    (b'{"jsonrpc":"2.0","id":7,"method":"cache\n.stats"}', -32700),
    (b"GET / HTTP/1.1", -32700),
    (b"\xef\xbb\xbf" + PING, -32700),
    (b"{}", -32600),
    (b"[]", -32600),
    (b'{"jsonrpc":"2.0","id":7,"method":"nonsense"}', -32601),
    (PING + b" " * (LIMIT - len(PING)), 7),
]


def told(response: Response) -> Any:
    """The part of the answer that `BODIES` has."""
    if response.status == 204:
        assert response.body == b"" and "content-length" not in response.fields
        return None
    assert response.status == 200
    assert response.fields["content-type"] == "application/json"
    answer = response.json
    if isinstance(answer, list):
        return [member["id"] for member in answer]
    return answer["error"]["code"] if "error" in answer else answer["id"]


@pytest.mark.parametrize("way", ["in turn", "pipelined", "chunked"])
def test_what_a_post_is_answered(way: str, client: Client) -> None:
    expected = [answer for _, answer in BODIES]
    if way == "in turn":
        assert [told(client.post(body)) for body, _ in BODIES] == expected
        return
    if way == "pipelined":
        client.send(b"".join(post(client.front, body) for body, _ in BODIES))
    else:
        for body, _ in BODIES:
            client.send(client.front.head("POST", "/rpc", JSON, "Transfer-Encoding: chunked"))
            client.send(b"\r\n")
            for at in range(0, len(body), 1 + len(body) // 5):
                part = body[at : at + 1 + len(body) // 5]
                client.send(b"%x\r\n%s\r\n" % (len(part), part))
            client.send(b"0\r\n\r\n")
    responses = [client.receive() for _ in BODIES]
    assert [told(response) for response in responses if response] == expected


def test_a_post_gets_no_notification(client: Client) -> None:
    params = {"login": "octocat", "workDoneToken": "t", "refresh": True}
    answer = client.call("user.summary", params)
    assert answer["id"] == 1 and answer["result"]["user"]["login"] == "octocat"


TYPES = [
    ("application/json", 200), ("application/json-rpc", 200), ("Application/JSON", 200),
    ("application/json; charset=utf-8", 200), ("application/json;charset=utf-8", 200),
    ("text/plain", 415), ("application/x-www-form-urlencoded", 415), ("application/jsonp", 415),
    ("multipart/form-data; boundary=application/json", 415), (None, 415),
]  # fmt: skip


@pytest.mark.parametrize("type, status", TYPES)
def test_a_body_must_be_json(type: Optional[str], status: int, client: Client) -> None:
    fields = ["X-Nothing: 1"] if type is None else [f"Content-Type: {type}"]
    assert client.post(PING, *fields).status == status
    # The connection goes on.
    assert client.post(PING).status == 200


def test_other_refusals(server: Server) -> None:
    tcp = server.tcp
    address = server.serving.addresses["http"]
    anonymous, wrong = Front(address), Front(address, "0" * 64)
    chunked = tcp.head("POST", "/rpc", JSON, "Transfer-Encoding: chunked")
    long = f"Content-Length: {LIMIT + 1}"
    for data, status, fields in [
        (tcp.head("PUT", "/rpc", JSON) + b"\r\n", 405, {"allow": "GET, HEAD, POST"}),
        (tcp.head("OPTIONS", "/rpc") + b"\r\n", 405, {"allow": "GET, HEAD, POST"}),
        (tcp.get("/nothing"), 404, {}),
        (anonymous.get("/nothing"), 404, {}),
        (tcp.get("/rpc"), 426, {"upgrade": "websocket"}),
        (post(anonymous, PING), 401, {"www-authenticate": "Bearer"}),
        (post(wrong, PING), 401, {"www-authenticate": "Bearer"}),
        (tcp.head("POST", "/rpc", JSON, long) + b"\r\n", 413, {"connection": "close"}),
        (
            chunked + b"\r\n%x\r\n%s\r\n" % (LIMIT + 1, b" " * (LIMIT + 1)),
            413, {"connection": "close"},
        ),
    ]:  # fmt: skip
        with Client(tcp) as client:
            response = client.ask(data)
            assert response.status == status, data[:200]
            assert fields.items() <= response.fields.items()
            assert list(response.json) == ["error"] and response.json["error"].endswith(".")
    with Client(tcp) as client:
        head = client.ask(tcp.head("HEAD", "/rpc") + b"\r\n", "HEAD")
        assert head.status == 426 and client.post(PING).status == 200


@pytest.mark.parametrize(
    "field, status",
    [
        (f"authorization: bearer {SECRET}", 200), (f"Authorization: BEARER {SECRET.upper()}", 200),
        (f"Authorization: Basic {SECRET}", 401), (f"Authorization: {SECRET}", 401),
        (f"Authorization: Bearer {SECRET[:-1]}", 401), (f"Cookie: secret={SECRET}", 401),
    ],
)  # fmt: skip
def test_the_secret(field: str, status: int, processes: Processes, server: Server) -> None:
    with Client(Front(server.serving.addresses["http"])) as client:
        assert client.post(PING, JSON, field).status == status


# Who may ask.


def gate(host: str, *fields: str, secret: bool = True) -> bytes:
    lines = ["POST /rpc HTTP/1.1", *([f"Host: {host}"] if host else []), *fields, JSON]
    lines += [f"Authorization: Bearer {SECRET}"] * secret
    return "\r\n".join([*lines, f"Content-Length: {len(PING)}", "", ""]).encode() + PING


def test_the_gate(server: Server) -> None:
    port = server.tcp.port
    own = f"127.0.0.1:{port}"
    for host, fields, status in [
        (own, [], 200),
        (f"LOCALHOST:{port}", [], 200),
        (f"[::1]:{port}", [], 200),
        ("proxy.example", [], 200),
        ("Proxy.Example:8443", [], 200),
        ("127.0.0.1", [], 421),
        (f"127.0.0.1:{port + 1}", [], 421),
        (f"attacker.example:{port}", [], 421),
        (f"proxy.example.attacker.example:{port}", [], 421),
        (f"127.0.0.2:{port}", [], 421),
        ("", [], 400),
        (own, [f"Host: {own}"], 400),
        (own, ["Transfer-Encoding: chunked"], 400),
        (own, [f"Content-Length: {len(PING)}"], 400),
        (own, ["X-A: 1\r\n folded"], 400),
        (own, ["X-A : 1"], 400),
        (own, [f"X-A: {'a' * 17_000}"], 431),
        (own, [f"X-{number}: 1" for number in range(65)], 431),
        (own, [f"Origin: http://{own}"], 200),
        (own, [f"Origin: http://localhost:{port}"], 200),
        (own, ["Origin: https://app.example"], 200),
        (own, ["Origin: null"], 403),
        (own, [f"Origin: https://{own}"], 403),
        (own, ["Origin: http://app.example"], 403),
        # As after DNS rebinding.
        (f"attacker.example:{port}", [f"Origin: http://attacker.example:{port}"], 421),
        (own, ["Sec-Fetch-Site: cross-site"], 403),
        (own, ["Sec-Fetch-Site: same-site"], 403),
        (own, ["Sec-Fetch-Site: same-origin"], 200),
        (own, ["Sec-Fetch-Site: cross-site", "Origin: https://app.example"], 200),
        (own, ["X-Forwarded-Host: attacker.example"], 200),
    ]:
        with Client(server.tcp) as client:
            response = client.ask(gate(host, *fields))
            assert response.status == status, (host, fields, response)
            allowed = response.fields.get("access-control-allow-origin")
            assert (allowed is not None) == ("Origin: https://app.example" in fields)
            if status in (400, 431):
                assert client.receive() is None
        # The gate stands before the secret, and before the path.
        with Client(server.tcp) as client:
            without = client.ask(gate(host, *fields, secret=False)).status
            assert without == (401 if status == 200 else status), (host, fields)


def test_a_preflight_needs_no_secret(server: Server) -> None:
    asks = "Access-Control-Request-Method: POST"
    front = Front(server.serving.addresses["http"])
    with Client(front) as client:
        more = "Access-Control-Request-Headers: authorization,content-type"
        response = client.ask(
            front.head("OPTIONS", "/rpc", "Origin: https://app.example", asks, more) + b"\r\n"
        )
        assert response.status == 204
        assert "POST" in response.fields["access-control-allow-methods"]
        assert "authorization" in response.fields["access-control-allow-headers"].lower()
        assert response.fields["access-control-allow-origin"] == "https://app.example"
    with Client(front) as client:
        head = front.head("OPTIONS", "/rpc", "Origin: https://other.example", asks)
        assert client.ask(head + b"\r\n").status == 403


def test_the_unix_socket_needs_no_secret_and_no_host_of_ours(server: Server) -> None:
    path = Path(server.unix.place)
    assert stat.S_ISSOCK(path.stat().st_mode) and stat.S_IMODE(path.stat().st_mode) == 0o600
    with Client(server.unix) as client:
        assert client.post(PING).status == 200
        assert client.ask(gate("anything.example", secret=False)).status == 200
        origin = "Origin: http://anything.example"
        assert client.ask(gate("anything.example", origin, secret=False)).status == 403
    done = subprocess.run(
        ["curl", "-s", "--unix-socket", str(path), "-H", JSON, "-d", PING, "http://x/rpc"],
        capture_output=True,
    )
    assert json.loads(done.stdout)["id"] == 7


def test_clients_without_the_secret_keep_nobody_out(processes: Processes) -> None:
    server = start(processes, "--socket", str(processes.folder / "unix"))
    with Client(server.tcp) as inside:
        assert inside.post(PING).status == 200
        idle = [Client(server.tcp) for _ in range(70)]
        # The oldest must go.
        for gone in idle[:6]:
            assert gone.receive() is None
        assert idle[-1].post(PING).status == 200
        assert inside.post(PING).status == 200
        with server.serving.connect("unix") as other, Client(server.unix) as client:
            assert "result" in other.call("cache.stats")
            assert client.post(PING).status == 200
        for client in idle:
            client.close()


# One server.


def test_all_transports_share_the_cache_and_the_requests_under_way(
    processes: Processes, held_github: Relay
) -> None:
    server = start(
        processes, "--stdio", "--socket", str(processes.folder / "unix"), *held_github.upstream,
        sandbox=False,
    )  # fmt: skip
    question = request("user.avatar", {"login": "octocat"})
    stdio = server.serving.stdio()
    with server.serving.connect("unix") as unix, Client(server.tcp) as http:
        with Client(server.unix) as local, WebSocket(server.tcp) as web:
            stdio.send(question)
            unix.send(question)
            http.send(http.front.post(question))
            local.send(local.front.post(question))
            web.send(question)
            server.serving.facts.wait_for_rest()
            held_github.holds = False
            answers = [stdio.receive_answer(), unix.receive_answer(), web.receive()]
            for client in (http, local):
                response = client.receive()
                assert response is not None
                answers.append(response.json)
            data = answers[0]["result"]["data"]
            assert [answer["result"]["data"] for answer in answers] == [data] * 5
            # Read at once: what is stored is found by each.
            sources = [
                web.call("user.avatar", {"login": "octocat"})["result"]["freshness"]["source"],
                http.call("user.avatar", {"login": "octocat"})["result"]["freshness"]["source"],
            ]
            assert sources == ["cache", "cache"]
    upstream = Sandbox(f"http://127.0.0.1:{held_github.target}").stats()["byPath"]
    assert all(count == 1 for count in upstream.values()), upstream


# How connections end.


@pytest.fixture
def stuck(processes: Processes) -> Server:
    """A server whose GitHub does not answer."""
    return start(processes, *STUCK)


@pytest.mark.parametrize("kind", ["tcp", "unix"])
def test_a_disconnect_cancels_and_a_half_close_does_not(kind: str, stuck: Server) -> None:
    sandbox = stuck.serving.sandbox
    front = stuck.tcp if kind == "tcp" else stuck.unix
    with Client(front) as client:
        client.send(front.post(SUMMARY))
        sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
        client.socket.shutdown(socket.SHUT_WR)
        stuck.serving.facts.wait_for_rest()
        assert sandbox.stats()["inFlight"] > 0
    sandbox.wait_for(lambda stats: stats["inFlight"] == 0)


@pytest.mark.parametrize("kind", ["tcp", "unix"])
def test_a_half_closed_connection_gets_its_answers(
    kind: str, processes: Processes, held_github: Relay
) -> None:
    server = start(processes, *held_github.upstream, sandbox=False)
    front = server.tcp if kind == "tcp" else server.unix
    with Client(front) as client:
        client.send(front.post(SUMMARY) + front.post(SUMMARY))
        client.socket.shutdown(socket.SHUT_WR)
        server.serving.facts.wait_for_rest()
        held_github.holds = False
        for _ in range(2):
            response = client.receive()
            assert response is not None
            assert response.json["result"]["user"]["login"] == "octocat"
        assert client.receive() is None


def test_a_signal_lets_everybody_finish(
    processes: Processes, tmp_path: Path, held_github: Relay
) -> None:
    clock = Clock(tmp_path)
    environment = clock.environment
    server = start(processes, *held_github.upstream, sandbox=False, environment=environment)
    front = server.tcp
    with Client(front) as busy, Client(front) as idle, WebSocket(front) as web:
        assert idle.post(PING).status == 200
        busy.send(front.post(SUMMARY))
        web.send(SUMMARY)
        server.serving.facts.wait_for_rest()
        # The drain time does not run out.
        clock.stop()
        server.serving.process.terminate()
        # The idle connection closes, and a new one hears why.
        assert idle.receive() is None
        with Client(front) as late:
            response = late.post(PING)
            assert response.status == 503 and response.fields["connection"] == "close"
            assert late.receive() is None
        with Client(server.unix) as another:
            assert another.post(PING).status == 503
        with Client(front):
            held_github.holds = False
            response = busy.receive()
            assert response is not None and "result" in response.json
            assert response.fields["connection"] == "close"
            assert busy.receive() is None
            assert "result" in web.receive()
            opcode, payload = web.receive_frame()
            assert opcode == CLOSE and payload[:2] == (1001).to_bytes(2, "big")
            web.close()
            # The last connection has asked nothing, and does not hold up the end.
            assert server.serving.wait() == 0
    assert not Path(server.unix.place).exists()
    assert server.serving.log == ""


def test_an_idle_server_ends_when_the_last_connection_has(processes: Processes) -> None:
    server = start(processes, "--idle-exit", "3")
    with Client(server.tcp) as client:
        assert client.post(PING).status == 200
        server.serving.facts.wait_for_rest()
        assert client.post(PING).status == 200
    assert server.serving.wait() == 0


# WebSocket.


def test_a_websocket_is_a_connection_with_everything(server: Server) -> None:
    with WebSocket(server.tcp) as web:
        web.send([request("cache.stats", None, 1), request("rate.status", None, 2)])
        assert sorted(answer["id"] for answer in web.receive()) == [1, 2]
        web.socket.sendall(frame(b'{"jsonrpc":"2.0",\n"id":3,\r\n"method":"cache.stats"}'))
        assert web.receive()["id"] == 3
        for text in (b"", b"  ", b"{", b"GET / HTTP/1.1"):
            web.socket.sendall(frame(text))
            assert web.receive()["error"]["code"] == -32700
        token = {"login": "octocat", "refresh": True, "workDoneToken": "t"}
        web.send(request("user.summary", token, 4))
        kinds = []
        while "method" in (message := web.receive()):
            assert message["method"] == "$/progress"
            kinds.append(message["params"]["value"]["kind"])
        assert message["id"] == 4 and kinds[0] == "begin" and kinds[-1] == "end"
        assert web.call("shutdown")["result"] is None
        assert web.call("cache.stats")["error"]["code"] == -32600
    with WebSocket(server.unix) as web:
        assert "result" in web.call("cache.stats")


@pytest.mark.parametrize(
    "data, code",
    [
        (frame(b"x", BINARY), 1003),
        (frame(b"\xff"), 1007),
        (frame(b"{", length=LIMIT + 1), 1009),
        (frame(b"{", TEXT, first=0xC0), 1002),
        (frame((1000).to_bytes(2, "big"), CLOSE), 1000),
    ],
)
def test_a_websocket_closes_with_a_code(data: bytes, code: int, server: Server) -> None:
    with WebSocket(server.tcp) as web:
        web.socket.sendall(data)
        opcode, payload = web.receive_frame()
        assert opcode == CLOSE and int.from_bytes(payload[:2], "big") == code


def test_a_websocket_that_closes_cancels_its_requests(stuck: Server) -> None:
    sandbox = stuck.serving.sandbox
    for ending in (frame((1000).to_bytes(2, "big"), CLOSE), b""):
        with WebSocket(stuck.tcp) as web:
            web.send(SUMMARY)
            sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
            web.socket.sendall(ending)
        sandbox.wait_for(lambda stats: stats["inFlight"] == 0)


def test_a_frame_that_stops_ends_a_websocket_after_its_answers(
    processes: Processes, held_github: Relay
) -> None:
    flags = ["--idle-frame-timeout", "0.2"]
    server = start(processes, *held_github.upstream, *flags, sandbox=False)
    with WebSocket(server.tcp) as web:
        web.send(SUMMARY)
        server.serving.facts.wait_for_rest()
        web.socket.sendall(frame(b"{")[:1])
        assert web.receive()["error"]["code"] == -32700
        held_github.holds = False
        assert "result" in web.receive()
        opcode, payload = web.receive_frame()
        assert opcode == CLOSE and payload[:2] == (1008).to_bytes(2, "big")


def test_a_page_of_another_site_gets_no_websocket(server: Server) -> None:
    for field, status in [
        ("Origin: http://attacker.example", 403), ("Origin: null", 403),
        (f"Origin: http://{server.tcp.authority}", 101), ("Origin: https://app.example", 101),
    ]:  # fmt: skip
        with Client(server.tcp) as client:
            got = client.ask(server.tcp.get("/rpc", *WebSocket.HANDSHAKE, field), "HEAD")
            assert got.status == status
    with Client(Front(server.serving.addresses["http"])) as client:
        got = client.ask(client.front.get("/rpc", *WebSocket.HANDSHAKE), "HEAD")
        assert got.status == 401


def test_the_websockets_library_is_served(server: Server) -> None:
    from websockets.sync.client import connect, unix_connect

    address = f"ws://{server.tcp.authority}/rpc"
    fields = {"Authorization": f"Bearer {SECRET}"}
    with connect(address, additional_headers=fields) as web:
        web.send(json.dumps(SUMMARY))
        assert json.loads(web.recv())["result"]["user"]["login"] == "octocat"
    assert web.close_code == 1000
    with unix_connect(server.unix.place, "ws://localhost/rpc") as web:
        web.send(json.dumps(request("rpc.discover")))
        assert json.loads(web.recv())["result"]["openrpc"]


# Flags.


@pytest.mark.parametrize(
    "flags",
    [
        ["--http", "nonsense"], ["--http", "127.0.0.1:65536"], ["--http", "0.0.0.0:0"],
        ["--http-host", "a.example"], ["--http-origin", "https://a.example"],
        ["--http", "127.0.0.1:0", "--http-host", "a.example:80"],
        ["--http", "127.0.0.1:0", "--http-host", "https://a.example"],
        ["--http", "127.0.0.1:0", "--http-host", "*"],
        ["--http", "127.0.0.1:0", "--http-origin", "a.example"],
        ["--http", "127.0.0.1:0", "--http-origin", "https://a.example/"],
        ["--http", "127.0.0.1:0", "--http-origin", "ftp://a.example"],
        ["--http", "127.0.0.1:0", "--http-origin", "*"],
        ["--http", "127.0.0.1:0", "--http-origin", "null"],
    ],
)  # fmt: skip
def test_a_bad_flag_is_one_line(flags: List[str], processes: Processes) -> None:
    done = processes.run("serve", "--sandbox", *flags)
    assert done.returncode == 64 and len(done.stderr.splitlines()) == 1
    assert flags[-2].encode() in done.stderr or b"--allow-remote" in done.stderr


def test_the_variables_and_the_ready_file(processes: Processes) -> None:
    path = processes.folder / "http"
    serving = processes.serve(
        environment={
            "GITXPLORER_HTTP": "127.0.0.1:0", "GITXPLORER_HTTP_SOCKET": str(path),
            "GITXPLORER_HTTP_HOST": "a.example,b.example",
            "GITXPLORER_HTTP_ORIGIN": "https://A.example:443",
        }
    )  # fmt: skip
    assert list(serving.addresses) == ["http-socket", "http", "sandbox"]
    assert serving.addresses["http"].startswith("http:http://127.0.0.1:")
    assert serving.addresses["http-socket"] == f"http-socket:{path}"
    state = Path(processes.environment["XDG_STATE_HOME"]) / "gitxplorer" / "client-secret"
    front = Front(serving.addresses["http"], state.read_text().strip())
    with Client(front) as client:
        head = front.head("POST", "/rpc", JSON, "Origin: https://a.example", "Content-Length: 2")
        response = client.ask(head.replace(front.authority.encode(), b"b.example") + b"\r\n{}")
        assert response.json["error"]["code"] == -32600
    with Client(Front(serving.addresses["http-socket"])) as client:
        assert client.post(PING).status == 200


def test_inherited_sockets_named_http_serve_http(processes: Processes) -> None:
    place = processes.folder / "inherited"
    with socket.socket(socket.AF_UNIX) as unix, socket.create_server(("127.0.0.1", 0)) as tcp:
        unix.bind(str(place))
        place.chmod(0o600)
        unix.listen()
        serving = processes.activate([unix, tcp], environment={"LISTEN_FDNAMES": "http:http"})
        with Client(Front(f"http-socket:{place}")) as client:
            assert client.post(PING).status == 200
        port = tcp.getsockname()[1]
        with Client(Front(f"http:http://127.0.0.1:{port}")) as client:
            assert client.post(PING).status == 401
        serving.process.terminate()
        assert serving.wait() == 0 and place.exists()
