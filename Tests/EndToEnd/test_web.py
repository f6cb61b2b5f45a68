"""`gitxplorer web`, and the pages that every server over HTTP has."""

from __future__ import annotations

import gzip
import html
import os
import re
import stat
import time
from pathlib import Path
from typing import Iterator, List, Tuple

import pytest

from harness.asking import SECRET, Answer, ask, front_of, serve_http
from harness.files import Arrival
from harness.paths import REPOSITORY
from harness.processes import Processes, Serving
from harness.web import Front
from harness.wire import request

FILES = REPOSITORY / "Clients/web"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
#: What a browser asks for, besides the page itself.
ASSETS = sorted(
    path.name for path in FILES.iterdir() if path.suffix in TYPES and path.name != "index.html"
)
PAGES = (
    "/", "/random", "/random?count=15&seed=7", "/search?q=tom&page=1", "/rate", "/console",
    "/console/user.summary", "/user/octocat", "/repos/octocat", "/starred/octocat",
    "/followers/octocat", "/following/octocat", "/repo/octocat/Hello-World",
    "/stargazers/octocat/Hello-World?page=2",
)  # fmt: skip
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'"
)


@pytest.fixture(scope="module")
def stranger(module_processes: Processes) -> Front:
    """A server for a client without the secret."""
    return front_of(serve_http(module_processes), secret=None)


def check_fields(answer: Answer) -> None:
    assert answer.fields["content-security-policy"] == POLICY
    assert answer.fields["cache-control"] == "no-cache"
    assert answer.fields["vary"] == "Accept-Encoding"
    assert answer.fields["x-content-type-options"] == "nosniff"
    assert answer.fields["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", PAGES)
def test_every_address_has_the_page(stranger: Front, path: str) -> None:
    answer = ask(stranger, "GET", path)
    assert answer.status == 200 and answer.fields["content-type"] == "text/html; charset=utf-8"
    assert answer.body == ask(stranger, "GET", "/").body
    check_fields(answer)
    head = ask(stranger, "HEAD", path)
    assert (head.status, head.body, head.fields["etag"]) == (200, b"", answer.fields["etag"])


def test_other_addresses_are_unknown(stranger: Front) -> None:
    for path in (
        "/users/octocat", "/repo/octocat", "/repo/octocat/", "/repo/octocat/Hello-World/x", "/user",
        "/user/", "//", "/rate/", "/index.html", "/favicon.ico", "/main.mjs/", "/web/main.mjs",
        "/..%2findex.html", "/rpc.d.mts",
    ):  # fmt: skip
        assert ask(stranger, "GET", path).status == 404, path
        page = ask(stranger, "GET", path, Accept="text/html,*/*;q=0.8")
        assert page.status == 404 and page.body == ask(stranger, "GET", "/").body
        check_fields(page)
        assert ask(stranger, "POST", path, {}, Accept="text/html").status == 404
    for path in ("/", "/user/octocat", "/main.mjs"):
        assert ask(stranger, "POST", path, {}).status in (401, 405)
        assert ask(stranger, "GET", path, Host="evil.example").status == 421


@pytest.mark.parametrize("name", ASSETS)
def test_a_file_is_served_as_it_lies(stranger: Front, name: str) -> None:
    contents = (FILES / name).read_bytes()
    plain = ask(stranger, "GET", f"/{name}")
    assert (plain.status, plain.body) == (200, contents)
    assert plain.fields["content-type"] == TYPES[Path(name).suffix]
    assert "content-encoding" not in plain.fields
    check_fields(plain)
    for _ in range(2):
        packed = ask(stranger, "GET", f"/{name}", Accept_Encoding="br, gzip")
        check_fields(packed)
        if name.endswith(".png"):
            assert packed.body == contents and "content-encoding" not in packed.fields
        else:
            assert packed.fields["content-encoding"] == "gzip"
            assert gzip.decompress(packed.body) == contents
            assert packed.fields["etag"] != plain.fields["etag"]
        known = packed.fields["etag"]
        same = ask(stranger, "GET", f"/{name}", Accept_Encoding="br, gzip", If_None_Match=known)
        assert (same.status, same.body, same.fields["etag"]) == (304, b"", known)
        check_fields(same)
    for refusal in ("gzip;q=0", "br", "identity"):
        assert ask(stranger, "GET", f"/{name}", Accept_Encoding=refusal).body == contents


def test_the_pages_are_small(stranger: Front) -> None:
    """All that a browser loads is at most 60 kB, and the page names every module to load."""
    paths = ["/", *(f"/{name}" for name in ASSETS)]
    sent = [ask(stranger, "GET", path, Accept_Encoding="gzip") for path in paths]
    assert sum(len(answer.body) for answer in sent) <= 60_000
    page = ask(stranger, "GET", "/").body.decode()
    modules = {f"/{name}" for name in ASSETS if name.endswith(".mjs")}
    assert len(modules) <= 12
    assert set(re.findall(r'<link rel="modulepreload" href="([^"]+)"', page)) == modules
    named = set(re.findall(r'(?:href|src)="(/[^"]*\.\w+)"', page))
    assert named <= set(paths)


def test_the_page_names_the_file_with_the_secret(processes: Processes, tmp_path: Path) -> None:
    folder = tmp_path / "\"><script>'&amp;\r\n\tä\u202e"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    for name, cwd in ((str(folder / "secret"), None), ("secret", folder)):
        flags = ["--http", "127.0.0.1:0", "--client-secret-file", name]
        front = front_of(processes.serve(*flags, cwd=cwd), secret=None)
        page = ask(front, "GET", "/").body.decode()
        assert "SECRET-FILE" not in page and "<script>'" not in page
        (value,) = re.findall(r'data-secret-file="([^"]*)"', page)
        assert html.unescape(value) == str(folder / "secret")


def test_without_a_secret_the_page_names_none(processes: Processes) -> None:
    path = processes.folder / "http.sock"
    front = Front(processes.serve("--http-socket", str(path)).addresses["http-socket"])
    status, page = front.ask(front.get("/user/octocat"))
    assert status == 200 and b'data-secret-file=""' in page


def test_a_folder_stands_for_the_embedded_files(processes: Processes, tmp_path: Path) -> None:
    _, front, _ = start(processes, "--no-open", "--web-folder", str(tmp_path))
    for text in (b"first", b"second"):
        (tmp_path / "index.html").write_bytes(text + b' "{SECRET-FILE}"')
        (tmp_path / "main.mjs").write_bytes(text)
        assert ask(front, "GET", "/rate").body.startswith(text)
        for coding in ("gzip", "identity"):
            body = ask(front, "GET", "/main.mjs", Accept_Encoding=coding).body
            assert (gzip.decompress(body) if coding == "gzip" else body) == text
    (tmp_path / "other.mjs").write_bytes(b"")
    assert ask(front, "GET", "/other.mjs").status == 404


# `gitxplorer web`


ADDRESS = re.compile(r"(http://(.*):(\d+))/#launch=([0-9a-f]{64})\n")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Path]:
    """A browser that notes its arguments, and what it inherits. Then it waits, as a person would."""
    script = tmp_path / "browser"
    note = tmp_path / "opened"
    script.write_text(
        f"""#!/bin/sh
{{ printf '%s\\n' "$#" "$@"; env; ls -l /proc/self/fd; cat /proc/self/status; }} > {note}.new
mv {note}.new {note}
exec sleep 60
"""
    )
    script.chmod(stat.S_IRWXU)
    yield script
    for process in running(tmp_path):
        os.kill(process, 15)


def running(folder: Path) -> List[int]:
    """The processes that have such a folder in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.fsencode(folder) in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def start(
    processes: Processes, *flags: str, browser: str = "", **environment: str
) -> Tuple[Serving, Front, str]:
    """Starts `web`, and returns its front for a stranger and the launch token of its first line."""
    serving = processes.popen(
        "web", "--sandbox", *flags, environment={"BROWSER": browser, **environment}
    )
    line = first_line(serving)
    match = ADDRESS.fullmatch(line)
    assert match, line
    return serving, Front(f"http:{match[1]}"), match[4]


def first_line(serving: Serving) -> str:
    assert serving.process.stdout is not None
    return serving.process.stdout.readline().decode()


def end(serving: Serving) -> str:
    """Ends the server, and returns the rest of its standard output."""
    serving.process.terminate()
    assert serving.process.stdout is not None
    rest = serving.process.stdout.read().decode()
    assert serving.wait() == 0
    return rest


def test_the_printed_address_opens_one_session(processes: Processes) -> None:
    flags = ["--no-open", "--log-level", "debug", "--log-http", "--log-requests"]
    serving, front, token = start(processes, *flags)
    assert front.authority == f"127.0.0.1:{front.port}"
    assert ask(front, "PUT", "/session", {"launch": "0" * 64}).status == 401
    begun = ask(front, "PUT", "/session", {"launch": token})
    assert (begun.status, begun.body) == (204, b"")
    cookie = begun.fields["set-cookie"].partition(";")[0]
    assert ask(front, "PUT", "/session", {"launch": token}).status == 401
    assert ask(front, "PUT", "/session", {"secret": token}).status == 401
    told = ask(front, "POST", "/rpc", request(token), Cookie=cookie).json["error"]["message"]
    assert "<secret>" in told and token not in told
    # GitHub is asked for a path that has it.
    unknown = request("repo.summary", {"owner": "octocat", "name": token})
    assert ask(front, "POST", "/rpc", unknown, Cookie=cookie).json["error"]
    assert end(serving) == ""
    assert token not in serving.log and "started" in serving.log


def test_a_used_token_counts_as_a_wrong_secret(processes: Processes) -> None:
    _, front, token = start(processes, "--no-open")
    session = {"launch": token}
    statuses = [ask(front, "PUT", "/session", session).status for _ in range(4)]
    assert statuses == [204, 401, 401, 401]
    begun = time.monotonic()
    # Three wrong ones are free.
    assert ask(front, "PUT", "/session", {"secret": "x"}).status == 401
    assert time.monotonic() - begun >= 0.25


def test_only_web_makes_a_token(processes: Processes) -> None:
    serving = serve_http(processes)
    front = front_of(serving, secret=None)
    assert ask(front, "PUT", "/session", {"launch": SECRET}).status == 401
    assert ask(front, "GET", "/").status == 200
    assert end(serving) == ""


def test_the_browser_gets_the_address(processes: Processes, tmp_path: Path, browser: Path) -> None:
    arrival = Arrival(tmp_path / "opened")
    secrets = {
        "GITXPLORER_TOKEN": f"ghp_{'a' * 36}",
        "GH_TOKEN": f"ghp_{'b' * 36}",
        "GITHUB_TOKEN": f"ghp_{'c' * 36}",
        "GH_ENTERPRISE_TOKEN": f"ghp_{'d' * 36}",
    }
    # A command that does not exist and one that fails precede it.
    chosen = f"{tmp_path}/missing:false:{browser} -x %s:false"
    serving, front, token = start(processes, browser=chosen, **secrets)
    noted = arrival.wait()
    address = f"http://127.0.0.1:{front.port}/#launch={token}"
    assert noted.splitlines()[:3] == ["2", "-x", address]
    # It has written a file, so the limits of the server are not its own.
    assert re.search(r"NoNewPrivs:\s0", noted)
    assert "socket:" not in noted
    assert not any(secret in noted for secret in secrets.values())
    assert ask(front, "PUT", "/session", {"launch": token}).status == 204
    assert end(serving) == ""
    assert serving.log == ""


def test_no_open_opens_nothing(processes: Processes, tmp_path: Path, browser: Path) -> None:
    serving, front, _ = start(processes, "--no-open", browser=str(browser))
    assert ask(front, "GET", "/healthz").status == 200
    children = Path(f"/proc/{serving.process.pid}/task/{serving.process.pid}/children")
    assert children.read_text() == ""
    assert end(serving) == ""
    assert not (tmp_path / "opened").exists()


@pytest.mark.parametrize("flag", [[], ["--no-open"]])
def test_a_server_that_ends_leaves_no_process(processes: Processes, flag: List[str]) -> None:
    serving, _, _ = start(processes, *flag, browser="true")
    assert end(serving) == ""


def test_without_a_browser_the_line_is_enough(processes: Processes, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    serving, front, token = start(processes, browser=missing, PATH=missing)
    assert ask(front, "PUT", "/session", {"launch": token}).status == 204
    # The process that looks for one has ended with its output closed.
    assert end(serving) == ""
    assert token not in serving.log


def test_a_server_without_a_reader_goes_on(processes: Processes, tmp_path: Path) -> None:
    arrival = Arrival(tmp_path / "ready")
    with Path("/dev/full").open("wb") as full:
        serving = processes.popen(
            "web", "--sandbox", "--no-open", "--ready-file", str(tmp_path / "ready"), stdout=full
        )
    (address,) = re.findall("^http:.*$", arrival.wait(), re.MULTILINE)
    assert ask(Front(address), "GET", "/").status == 200
    serving.process.terminate()
    assert serving.wait() == 0
    assert serving.log == (
        "gitxplorer: the page's address cannot be printed: No space left on device.\n"
    )


@pytest.mark.parametrize(
    "http, host",
    [("0.0.0.0:0", "127.0.0.1"), ("localhost:0", "localhost"), ("127.0.0.2:0", "127.0.0.2")],
)
def test_the_address_is_one_that_a_browser_reaches(
    processes: Processes, http: str, host: str
) -> None:
    serving = processes.popen("web", "--sandbox", "--no-open", "--allow-remote", "--http", http)
    match = ADDRESS.fullmatch(first_line(serving))
    assert match and match[2] == host
    assert end(serving) == ""


def test_web_has_the_flags_of_serve(processes: Processes, tmp_path: Path) -> None:
    path = tmp_path / "ready"
    arrival = Arrival(path)
    flags = ["--no-open", "--listen", "127.0.0.1:0", "--http-socket", str(tmp_path / "http.sock")]
    serving, front, _ = start(processes, *flags, GITXPLORER_READY_FILE=str(path))
    kinds = [line.partition(":")[0] for line in arrival.wait().splitlines()]
    assert kinds == ["http-socket", "tcp", "http", "sandbox"]
    taken = ["--no-open", "--sandbox", "--http", front.authority]
    other = processes.popen("web", *taken)
    assert first_line(other) == "" and other.wait() == 1
    assert "in use" in other.log and other.log.count("\n") == 1


@pytest.mark.parametrize("name", ["--stdio", "GITXPLORER_STDIO"])
def test_web_does_not_serve_stdio(processes: Processes, name: str) -> None:
    is_flag = name.startswith("--")
    serving = processes.popen(
        "web", *([name] if is_flag else []), environment={} if is_flag else {name: "1"}
    )
    assert serving.wait() == 64 and first_line(serving) == ""
    assert serving.log == (
        f"gitxplorer: {name} is for serve; web writes an address to standard output. "
        "See 'gitxplorer web --help'.\n"
    )
