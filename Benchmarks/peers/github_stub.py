"""GitHub as GitHub's own MCP server needs it: one search result, at once, for every request.

It stands as an HTTP proxy, so that the server can be given any host name without privileges.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USER = {
    "login": "octocat",
    "id": 583231,
    "type": "User",
    "avatar_url": "https://avatars.githubusercontent.com/u/583231?v=4",
    "html_url": "https://github.com/octocat",
    "url": "https://api.github.com/users/octocat",
    "score": 1.0,
}
BODY = json.dumps(
    {"total_count": 20, "incomplete_results": False, "items": [USER] * 20}
).encode()


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one packet, or the client waits for an acknowledgement in between.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, format: str, *args: object) -> None:
        pass


def serve() -> ThreadingHTTPServer:
    return ThreadingHTTPServer(("127.0.0.1", 0), Answer)


if __name__ == "__main__":
    server = serve()
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
