"""One HTTP request at a time, by the client of the standard library."""

from __future__ import annotations

import http.client
import json
import os
from typing import Any, Dict, NamedTuple, Optional

from .processes import Processes, Serving
from .web import Front

SECRET = "5e" * 32


class Answer(NamedTuple):
    status: int
    #: By names in lower case.
    fields: Dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def serve_http(processes: Processes, *flags: str, **options: Any) -> Serving:
    """A server with a listener for HTTP, whose secret is `SECRET`."""
    secret = processes.folder / "client-secret"
    secret.touch(mode=0o600)
    secret.write_text(SECRET)
    flags = ("--http", "127.0.0.1:0", "--client-secret-file", os.fspath(secret), *flags)
    return processes.serve(*flags, **options)


def front_of(serving: Serving, secret: Optional[str] = SECRET) -> Front:
    return Front(serving.addresses["http"], secret or "")


def ask(front: Front, method: str, path: str, body: Any = None, **fields: str) -> Answer:
    """Sends one request, with the secret if ``front`` has one.

    A body that is not bytes is sent as JSON. Names of fields have underscores for hyphens.
    """
    with_secret = {"Authorization": f"Bearer {front.secret}"} if front.secret else {}
    content = {} if body is None else {"Content-Type": "application/json"}
    given = {name.replace("_", "-"): value for name, value in fields.items()}
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    connection = http.client.HTTPConnection("127.0.0.1", front.port)
    try:
        connection.request(method, path, body, {**with_secret, **content, **given})
        response = connection.getresponse()
        received = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, received, response.read())
    finally:
        connection.close()
