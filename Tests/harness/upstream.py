"""An upstream that sends the responses that a test sets, and records the requests."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

#: Status, header fields and body for a path.
Answer = Tuple[int, Dict[str, str], str]


class Request(NamedTuple):
    path: str
    token: Optional[str]
    accept: str = ""


class Upstream:
    """Serves on 127.0.0.1 inside a ``with`` block."""

    def __init__(self, answer: Callable[[Request], Answer]) -> None:
        self.requests: List[Request] = []
        requests = self.requests

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                credential = self.headers["Authorization"]
                token = credential and credential.partition(" ")[2]
                request = Request(self.path, token, self.headers["Accept"] or "")
                requests.append(request)
                status, fields, body = answer(request)
                data = body.encode()
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *values: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Upstream:
        threading.Thread(target=self._server.serve_forever, args=[0.05], daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
