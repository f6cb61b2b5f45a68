"""Clients of GitHub's API, unchanged: through the proxy they get what GitHub itself sends them."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Sequence, Tuple

import github as pygithub
import pytest
from github import Auth, Github
from githubkit import GitHub

from harness.clock import Clock
from harness.fake_upstream import Exchange, FakeUpstream
from harness.http_bytes import Message, response
from harness.paths import TESTS
from harness.processes import Processes
from harness.proxy import Asker, Direct, Proxy, start_proxy
from harness.relay import Relay
from harness.sandbox import Sandbox

TOKEN = "ghp_ClientsOwnToken0123456789abcdefghijk"
OTHER = "ghp_TokenOfTheNextJob0123456789abcdefghi"
#: A response is fresh for a minute, and a busy machine may need more for one test.
LATER = 3600


@pytest.fixture
def sandbox(processes: Processes) -> Sandbox:
    return processes.start_sandbox()


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    """The proxy's clock, which stands still."""
    return Clock(tmp_path, stands=True)


@pytest.fixture
def proxy(processes: Processes, sandbox: Sandbox, clock: Clock) -> Proxy:
    return start_proxy(processes, sandbox, environment=clock.environment)


def used(sandbox: Sandbox) -> int:
    """What the token's account has used of its limit."""
    return Direct(sandbox.url).ask("/rate_limit", token=TOKEN).json["resources"]["core"]["used"]


def asked(sandbox: Sandbox, work: Callable[[], Any]) -> Tuple[Any, Dict[str, int]]:
    """The result of some work, and the requests by path that came meanwhile."""
    before = sandbox.stats()["byPath"]
    result = work()
    after = sandbox.stats()["byPath"]
    counts = {path: after[path] - before.get(path, 0) for path in after}
    return result, {path: count for path, count in counts.items() if count}


# gh, over the Unix socket.


class Gh:
    """`gh`, with a token for the API at `127.0.0.1:PORT`, through a Unix socket."""

    def __init__(self, folder: Path, port: int, socket: str, token: str = TOKEN) -> None:
        folder.mkdir()
        self.folder = folder
        beside = str(Path(sys.executable).parent)
        self.command = shutil.which("gh", path=beside) or "gh"
        self.environment = {
            # A `git` that does nothing but write down what it is asked for.
            "PATH": f"{folder}:/usr/bin:/bin", "HOME": str(folder),
            "GH_CONFIG_DIR": str(folder / "config"), "GH_NO_UPDATE_NOTIFIER": "1",
            "GH_HOST": f"127.0.0.1:{port}", "GH_ENTERPRISE_TOKEN": token,
        }  # fmt: skip
        git = folder / "git"
        git.write_text(f'#!/bin/sh\necho "$@" >>{folder}/git.txt\n')
        git.chmod(0o755)
        assert self("config", "set", "http_unix_socket", socket) == (0, "", "")

    def __call__(self, *arguments: str, **environment: str) -> Tuple[int, str, str]:
        """Its exit status, its output and its errors."""
        done = subprocess.run(
            [self.command, *arguments], env={**self.environment, **environment},
            cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    def api(self, *arguments: str) -> str:
        """The output of `gh api`, which must work."""
        status, output, errors = self("api", *arguments)
        assert (status, errors) == (0, ""), errors
        return output


class Ghs:
    """`gh` as it works directly on a GitHub, and through a proxy for it."""

    def __init__(self, processes: Processes, folder: Path, port: int) -> None:
        self._relay = Relay(port, str(folder / "direct"))
        self.proxy = start_proxy(processes, f"http://127.0.0.1:{port}/api/v3")
        self.direct = Gh(folder / "gh-direct", port, str(folder / "direct"))
        self.via = Gh(folder / "gh-via", port, self.proxy.socket)
        self.next = Gh(folder / "gh-next", port, self.proxy.socket, OTHER)

    def close(self) -> None:
        self._relay.close()


@pytest.fixture
def ghs(processes: Processes, sandbox: Sandbox, tmp_path: Path) -> Iterator[Ghs]:
    ghs = Ghs(processes, tmp_path, sandbox.port)
    yield ghs
    ghs.close()


RAW = "Accept: application/vnd.github.raw+json"
#: Commands, with the requests that a second run needs as well, and those of the first.
COMMANDS: List[Tuple[int, int, List[str]]] = [
    (0, 1, ["api", "users/octocat"]),
    (0, 1, ["api", "users/octocat", "--jq", ".followers"]),
    (0, 1, ["api", "--paginate", "users/octocat/repos"]),
    (0, 3, ["api", "--paginate", "users/exactly-250/repos"]),
    (0, 9, ["api", "--paginate", "--slurp", "users/exactly-250/repos?per_page=30"]),
    (0, 1, ["api", "repos/octocat/Hello-World/readme", "-H", RAW]),
    (0, 1, ["api", "--silent", "users/octocat"]),
    (1, 1, ["api", "graphql", "-f", "query={ viewer { login } }"]),
    (1, 1, ["api", "users/nobody-at-all"]),
    (1, 1, ["api", "-X", "DELETE", "repos/octocat/Hello-World"]),
    (1, 1, ["search", "repos", "language:swift", "--json", "fullName,stargazersCount"]),
    (1, 2, ["auth", "status"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("again", "first", "command"), COMMANDS, ids=[" ".join(command) for *_, command in COMMANDS]
)
def test_gh_prints_through_the_socket_what_it_prints_directly(
    again: int, first: int, command: List[str], ghs: Ghs, sandbox: Sandbox
) -> None:
    directly, requests = asked(sandbox, lambda: ghs.direct(*command))
    assert sum(requests.values()) == first
    assert asked(sandbox, lambda: ghs.via(*command)) == (directly, requests)
    repeated, requests = asked(sandbox, lambda: ghs.via(*command))
    assert repeated == directly and sum(requests.values()) == again


#: Fields that differ from request to request.
OWN = {
    "date", "x-github-request-id", "x-ratelimit-used", "x-ratelimit-remaining", "x-ratelimit-reset",
}  # fmt: skip
#: Fields that the proxy adds.
ADDED = {"via", "cache-status", "age"}


def test_gh_shows_the_same_header_fields(ghs: Ghs) -> None:
    def fields(gh: Gh) -> List[str]:
        head = gh.api("--include", "users/octocat/repos?per_page=5").partition("\n\n")[0]
        lines = [(line.partition(":")[0].lower(), line) for line in head.splitlines()]
        return [line for name, line in lines if name not in OWN | ADDED]

    directly = fields(ghs.direct)
    assert any(line.startswith("Link:") for line in directly)
    for _ in range(2):
        assert fields(ghs.via) == directly


def test_gh_gets_pages_twice_at_no_cost_with_another_token(ghs: Ghs, sandbox: Sandbox) -> None:
    """One of the two runs that issue 33 is done with."""
    commands = [["--paginate", f"users/{login}/repos"] for login in ("octocat", "exactly-250")]
    first = [ghs.via.api(*command) for command in commands]
    spent, before = used(sandbox), sandbox.stats()
    assert spent == 1 + 3
    assert [ghs.next.api(*command) for command in commands] == first
    after = sandbox.stats()
    assert used(sandbox) == spent
    # Each page was confirmed, and none was sent again.
    assert after["notModified"] - before["notModified"] == 4
    assert after["bodyBytes"] == before["bodyBytes"]


def test_gh_tells_the_scopes_of_its_own_token(ghs: Ghs) -> None:
    """They are in a field that GitHub sends with a 200 only."""
    directly = ghs.direct("auth", "status")
    assert "Token scopes: 'gist', 'read:org', 'repo'" in directly[1]
    for gh in (ghs.via, ghs.next, ghs.via, ghs.next):
        status, output, errors = gh("auth", "status")
        assert (status, errors) == directly[::2]
        assert masked(output) == masked(directly[1])


def masked(output: str) -> List[str]:
    """The lines without that of the token, which `gh` shows in part."""
    return [line for line in output.splitlines() if "Token:" not in line]


def test_gh_for_another_github_is_refused_and_its_token_goes_nowhere(
    ghs: Ghs, sandbox: Sandbox
) -> None:
    github = {"GH_HOST": "github.com", "GH_TOKEN": OTHER, "GH_ENTERPRISE_TOKEN": ""}
    (status, output, errors), requests = asked(
        sandbox, lambda: ghs.via("api", "users/octocat", **github)
    )
    assert status == 1 and "HTTP 421" in errors and requests == {}
    assert OTHER not in output + errors + ghs.proxy.log


# gh, on a GitHub with GraphQL and writes.

REPOSITORY: Dict[str, Any] = {
    "id": "R_1", "databaseId": 1, "name": "Hello-World", "owner": {"login": "octocat"},
    "sshUrl": "git@github.com:octocat/Hello-World.git", "description": "Mein erstes \u2603",
    "hasIssuesEnabled": True, "hasWikiEnabled": False, "viewerPermission": "READ",
    "defaultBranchRef": {"name": "master"}, "parent": None, "mergeCommitAllowed": True,
    "rebaseMergeAllowed": True, "squashMergeAllowed": True,
}  # fmt: skip
PULL_REQUEST: Dict[str, Any] = {
    "number": 7, "title": "Sn\u00f6", "state": "OPEN", "headRefName": "snow",
    "url": "https://github.com/octocat/Hello-World/pull/7",
    "headRepositoryOwner": {"id": "U_1", "login": "octocat", "name": None},
    "isCrossRepository": False, "isDraft": False, "createdAt": "2026-01-01T00:00:00Z",
}  # fmt: skip
#: What is answered to a query that contains the word.
QUERIES: Dict[str, Any] = {
    "PullRequestList": {
        "repository": {
            "pullRequests": {
                "totalCount": 1, "nodes": [PULL_REQUEST],
                "pageInfo": {"hasNextPage": False, "endCursor": ""},
            }
        }
    },
    "RepositoryCreate": {
        "createRepository": {
            "repository": {
                "id": "R_2", "name": "new", "owner": {"login": "octocat"},
                "url": "https://github.com/octocat/new",
            }
        }
    },
    "RepositoryInfo": {"repository": REPOSITORY},
    "RepositoryReleaseByTag": {"repository": {"release": None}},
}  # fmt: skip


#: The proxy adds one where there is none.
DATE = "Date: Sun, 29 Nov 2026 12:00:00 GMT"


def json_response(value: Any, status: str = "200 OK", *fields: str) -> bytes:
    body = json.dumps(value, ensure_ascii=False, indent=1).encode()
    kind = "Content-Type: application/json; charset=utf-8"
    return response(body, kind, DATE, *fields, status=status)


def graphql(exchange: Exchange) -> None:
    query = json.loads(exchange.read())["query"]
    (data,) = [data for word, data in QUERIES.items() if word in query]
    exchange.send(json_response({"data": data}, "200 OK", "X-GraphQL-Cost: 1"))


@pytest.fixture
def fake() -> Iterator[FakeUpstream]:
    """A GitHub that knows what `gh` asks for."""
    with FakeUpstream() as fake:
        here = "/api/v3/repos/octocat/Hello-World"
        assets = "/api/uploads/repos/octocat/Hello-World/releases/1/assets"
        release = {
            "id": 1, "tag_name": "v1", "name": "v1", "draft": False, "assets": [],
            "upload_url": f"{fake.url}{assets}{{?name,label}}",
        }  # fmt: skip
        fake.on("/api/graphql", graphql)
        fake.on(here, json_response({"name": "Hello-World"}))
        fake.on(f"{here}/releases/tags/v1", json_response(release))
        fake.on(assets, json_response({"id": 5}, "201 Created"))
        created = json_response({"number": 1}, "201 Created", f"Location: {here}/issues/1")
        fake.on(f"{here}/issues", created)
        fake.on(f"{here}/topics", response(b"", DATE, status="204 No Content"))
        failed = json_response({"message": "Validation Failed"}, "422 Unprocessable Entity")
        fake.on(f"{here}/labels", failed)
        yield fake


@pytest.fixture
def fake_ghs(processes: Processes, fake: FakeUpstream, tmp_path: Path) -> Iterator[Ghs]:
    ghs = Ghs(processes, tmp_path, fake.port)
    yield ghs
    ghs.close()


def without(names: Sequence[str], message: Message) -> List[Tuple[str, str]]:
    """The fields of a message but for these, sorted: their order has no meaning."""
    return sorted((n, v) for n, v in message.fields if n.lower() not in names)


def certain(requests: List[Message]) -> List[Message]:
    """Without the query for a draft, which `gh` gives up when it knows the release."""
    return [each for each in requests if b"RepositoryReleaseByTag" not in each.body]


def ask(asker: Asker, method: str, target: str, fields: Sequence[str], body: bytes) -> Message:
    with asker.connect() as client:
        return client.ask(method, target, *fields, body=body)


IN = ["-R", "octocat/Hello-World"]
HERE = "repos/octocat/Hello-World"
#: Commands with the number of requests that each sends.
WRITES: List[Tuple[int, List[str]]] = [
    (1, ["pr", "list", *IN]),
    (1, ["pr", "list", *IN, "--json", "number,title"]),
    (1, ["repo", "create", "new", "--public"]),
    (1, ["repo", "clone", "octocat/Hello-World"]),
    (2, ["release", "upload", "v1", "asset", *IN]),
    (1, ["api", "-X", "PATCH", HERE, "-f", "description=\u2603"]),
    (1, ["api", f"{HERE}/issues", "-f", "title=One", "-F", "labels[]=bug"]),
    (1, ["api", "-X", "PUT", f"{HERE}/topics", "--input", "asset"]),
    (1, ["api", f"{HERE}/labels", "-f", "color=none"]),
]  # fmt: skip


@pytest.mark.parametrize(("count", "command"), WRITES, ids=[" ".join(c[:4]) for _, c in WRITES])
def test_what_gh_sends_and_gets_passes_unchanged(
    count: int, command: List[str], fake_ghs: Ghs, fake: FakeUpstream
) -> None:
    for gh in (fake_ghs.direct, fake_ghs.via):
        (gh.folder / "asset").write_bytes(bytes(range(256)) * 1200)
    directly = fake_ghs.direct(*command)
    sent = certain(fake.requests)
    assert fake_ghs.via(*command) == directly
    received = certain(fake.requests)[count:]
    assert len(sent) == len(received) == count
    for request, passed in zip(sent, received):
        assert passed.line == request.line
        assert passed.body == request.body
        assert passed.get("via") == "1.1 gitxplorer"
        assert without(["via"], passed) == without(["connection"], request)
        # And what is answered to it.
        method, target, _ = request.line.split(" ")
        passing = without(["host", "connection", "content-length"], request)
        fields = [f"{name}: {value}" for name, value in passing]
        answers = [
            ask(asker, method, target, fields, request.body)
            for asker in (Direct(fake.url), fake_ghs.proxy.unix)
        ]
        assert answers[0].line == answers[1].line and answers[0].body == answers[1].body
        assert without(ADDED, answers[1]) == without(ADDED, answers[0])
    log = [gh.folder / "git.txt" for gh in (fake_ghs.direct, fake_ghs.via)]
    assert log[0].exists() == log[1].exists() == ("clone" in command)
    assert "clone" not in command or log[0].read_text() == log[1].read_text()


# PyGithub, githubkit and Octokit, over TCP.

PREFIXES = pytest.mark.parametrize("prefix", ["", "/api/v3"], ids=["root", "enterprise"])
#: For each question to PyGithub: how many requests it takes.
QUESTIONS: Dict[str, Tuple[int, Callable[[Github], Any]]] = {
    "profile": (1, lambda api: api.get_user("octocat").raw_data),
    "repositories": (4, lambda api: raw(api.get_user("exactly-250").get_repos())),
    "backwards": (4, lambda api: raw(islice(
        api.get_user("exactly-250").get_repos().reversed, 120))),
    "one page": (2, lambda api: raw(api.get_user("exactly-250").get_repos().get_page(2))),
    "count": (2, lambda api: api.get_user("exactly-250").get_repos().totalCount),
    "users": (3, lambda api: raw(islice(api.get_users(since=1_000_000), 250))),
    "completed": (2, lambda api: next(iter(api.get_users(since=583_230))).name),
    "organization": (7, lambda api: raw(api.get_organization("github").get_repos())),
    "stargazers": (2, lambda api: [str(each.starred_at) for each in islice(
        api.get_repo("octocat/Hello-World").get_stargazers_with_dates(), 100)]),
    "readme": (2, lambda api: api.get_repo("octocat/Hello-World").get_readme().raw_data),
    "languages": (2, lambda api: api.get_repo("octocat/linguist").get_languages()),
    "raw request": (1, lambda api: api.requester.requestJsonAndCheck(
        "GET", "/users/octocat/followers", {"per_page": 7})[1]),
    "headers": (1, lambda api: {
        name: value for name, value in api.get_user("octocat").raw_headers.items()
        # The proxy opens compressed JSON, and may send it with a length.
        if name not in OWN | ADDED | {"content-encoding", "content-length", "transfer-encoding"}}),
}  # fmt: skip


def raw(items: Any) -> List[Any]:
    """Items of lists as they were sent. Their public attribute would ask for each item."""
    return [item._rawData for item in items]


def client(base_url: str, token: Any = TOKEN) -> Github:
    """A PyGithub without delays and without retries."""
    return Github(
        base_url=base_url, auth=Auth.Token(token) if token else None, per_page=100, retry=None,
        seconds_between_requests=None,
    )  # fmt: skip


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@PREFIXES
@pytest.mark.parametrize("question", QUESTIONS)
def test_pygithub_gets_the_same_objects(
    question: str, prefix: str, processes: Processes, sandbox: Sandbox
) -> None:
    count, ask = QUESTIONS[question]
    proxy = start_proxy(processes, sandbox.url + prefix)
    directly, requests = asked(sandbox, lambda: text(ask(client(sandbox.url + prefix))))
    assert sum(requests.values()) == count
    expected = directly.replace(sandbox.url + prefix, proxy.url)
    assert asked(sandbox, lambda: text(ask(client(proxy.url)))) == (expected, requests)
    assert asked(sandbox, lambda: text(ask(client(proxy.url)))) == (expected, {})


def test_pygithub_turns_pages_through_the_proxy(proxy: Proxy) -> None:
    repositories = client(proxy.url).get_user("exactly-250").get_repos()
    list(repositories)
    assert {each.url.partition("/repos/")[0] for each in repositories} == {proxy.url}
    assert proxy.sandbox.stats()["byPath"] == {
        "/users/exactly-250": 1, "/users/exactly-250/repos": 1, "/user/10250/repos": 2,
    }  # fmt: skip
    # The sandbox was not asked by another way.
    assert proxy.log == "" and proxy.sandbox.requests == 4


def test_pygithub_is_told_what_has_changed(proxy: Proxy, clock: Clock) -> None:
    repository = client(proxy.url).get_repo("octocat/Hello-World")
    # While the response is fresh, the proxy itself knows that nothing has.
    assert repository.update() is False
    assert proxy.sandbox.requests == 1
    clock.advance(LATER)
    assert repository.update() is False
    assert (proxy.sandbox.requests, proxy.sandbox.stats()["notModified"]) == (2, 1)
    proxy.sandbox.mutate(repo="octocat/Hello-World", stars=4321)
    clock.advance(LATER)
    assert repository.update() is True
    assert repository.stargazers_count == 4321
    assert repository.update() is False
    assert proxy.sandbox.requests == 3


def test_pygithub_reads_what_is_left_of_the_limit(proxy: Proxy) -> None:
    directly, via = client(proxy.upstream), client(proxy.url)
    for api in (directly, via):
        api.get_user("octocat")
    # Both have asked once.
    assert (directly.rate_limiting, via.rate_limiting) == ((4999, 5000), (4998, 5000))
    assert via.rate_limiting_resettime == directly.rate_limiting_resettime
    for _ in range(2):
        client(proxy.url).get_user("github")
        limit = via.get_rate_limit()
        assert limit.resources.core.raw_data == directly.get_rate_limit().resources.core.raw_data
        assert limit.resources.core.used == 3


def raised(api: Github, ask: Callable[[Github], Any]) -> Tuple[type, int, Any]:
    with pytest.raises(pygithub.GithubException) as caught:
        ask(api)
    return type(caught.value), caught.value.status, caught.value.data


ERRORS: Dict[str, Tuple[Any, Callable[[Github], Any]]] = {
    "unknown user": (TOKEN, lambda api: api.get_user("nobody-at-all")),
    "bad credentials": ("ghp_bad", lambda api: api.get_user().login),
    "no credentials": (None, lambda api: api.get_user().login),
    "blocked repository": (TOKEN, lambda api: api.get_repo("github/blocked-tos")),
    "invalid search": (TOKEN, lambda api: api.search_users("user:nobody-at-all").totalCount),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_pygithub_raises_the_same_exceptions(kind: str, proxy: Proxy) -> None:
    token, ask = ERRORS[kind]
    directly = raised(client(proxy.upstream, token), ask)
    assert raised(client(proxy.url, token), ask) == directly


def test_pygithub_raises_the_same_exception_for_a_used_up_limit(proxy: Proxy) -> None:
    proxy.sandbox.configure(rateLimit=2)
    api = client(proxy.url, None)
    for login in ("octocat", "github"):
        api.get_user(login)
    kind, status, data = raised(api, lambda api: api.get_user("exactly-100"))
    assert proxy.sandbox.requests == 2
    directly = raised(client(proxy.upstream, None), lambda api: api.get_user("exactly-100"))
    assert (kind, status, data.keys()) == (directly[0], directly[1], directly[2].keys())
    assert kind is pygithub.RateLimitExceededException


def pygithub_script(base_url: str, token: str) -> str:
    """What a script finds out about a user."""
    api = client(base_url, token)
    user = api.get_user("exactly-250")
    repositories = list(user.get_repos())
    return text([
        user.raw_data, raw(repositories), sum(each.stargazers_count for each in repositories),
        raw(islice(api.get_repo("octocat/Hello-World").get_stargazers(), 150)),
        api.get_repo("octocat/Hello-World").get_readme().decoded_content.decode(),
    ])  # fmt: skip


def test_a_pygithub_script_costs_nothing_with_another_token(proxy: Proxy) -> None:
    """The other one of the two runs that issue 33 is done with."""
    sandbox = proxy.sandbox
    directly = pygithub_script(sandbox.url, TOKEN)
    sandbox.reset()
    first = pygithub_script(proxy.url, TOKEN)
    assert first == directly.replace(sandbox.url, proxy.url)
    spent, before = used(sandbox), sandbox.stats()
    assert spent == before["requests"] - 1 == 8
    assert pygithub_script(proxy.url, OTHER) == first
    after = sandbox.stats()
    assert used(sandbox) == spent
    assert after["notModified"] == 8
    assert after["bodyBytes"] == before["bodyBytes"]


#: For each question to githubkit: how many requests it takes.
KIT: Dict[str, Tuple[int, Callable[[GitHub], Any]]] = {
    "profile": (1, lambda api: api.rest.users.get_by_username("octocat").json()),
    "parsed": (1, lambda api: api.rest.users.get_by_username(
        "octocat").parsed_data.model_dump(mode="json")),
    "raw request": (1, lambda api: api.request("GET", "/users/octocat").json()),
    "repositories": (3, lambda api: [each.model_dump(mode="json") for each in api.rest.paginate(
        api.rest.repos.list_for_user, username="exactly-250", per_page=100)]),
    "raw media type": (1, lambda api: api.request(
        "GET", "/repos/octocat/Hello-World/readme",
        headers={"Accept": "application/vnd.github.raw+json"}).text),
    "missing": (1, lambda api: failure(lambda: api.rest.users.get_by_username("nobody-at-all"))),
}  # fmt: skip


def failure(ask: Callable[[], Any]) -> Any:
    from githubkit.exception import RequestFailed

    with pytest.raises(RequestFailed) as caught:
        ask()
    return [caught.value.response.status_code, caught.value.response.json()]


def kit(base_url: str, token: str = TOKEN, **options: Any) -> GitHub:
    """A githubkit without retries and, unless it is wished, without a cache of its own."""
    return GitHub(token, base_url=base_url, auto_retry=False, **{"http_cache": False, **options})


@PREFIXES
@pytest.mark.parametrize("question", KIT)
def test_githubkit_gets_the_same_objects(
    question: str, prefix: str, processes: Processes, sandbox: Sandbox
) -> None:
    count, ask = KIT[question]
    proxy = start_proxy(processes, sandbox.url + prefix)
    directly, requests = asked(sandbox, lambda: text(ask(kit(sandbox.url + prefix))))
    assert sum(requests.values()) == count
    expected = directly.replace(sandbox.url + prefix, proxy.url)
    assert asked(sandbox, lambda: text(ask(kit(proxy.url)))) == (expected, requests)
    # It sends `Cache-Control: no-cache`, so each response is confirmed, for another token too.
    for token in (TOKEN, OTHER):
        spent = used(sandbox)
        assert text(ask(kit(proxy.url, token))) == expected
        assert used(sandbox) == spent + (question == "missing")


def test_githubkit_asks_graphql(proxy: Proxy) -> None:
    for base_url in (proxy.upstream, proxy.url):
        assert kit(base_url).graphql("{ viewer { login } }") == {"viewer": {"login": "octocat"}}


def test_githubkit_confirms_its_own_cache_through_the_proxy(proxy: Proxy) -> None:
    api = kit(proxy.url, http_cache=True)
    results = [api.rest.users.get_by_username("octocat") for _ in range(2)]
    assert results[0].json() == results[1].json()
    assert results[1].raw_response.extensions["hishel_from_cache"] is True
    assert (proxy.sandbox.requests, proxy.sandbox.stats()["notModified"]) == (2, 1)
    for stars in (4321, 4322):
        proxy.sandbox.mutate(repo="octocat/Hello-World", stars=stars)
        repository = api.rest.repos.get("octocat", "Hello-World").parsed_data
        assert repository.stargazers_count == stars


def test_githubkit_asks_many_things_at_once(proxy: Proxy) -> None:
    logins = ["octocat", "github", "exactly-100", "exactly-250", "no-repositories"] * 4

    async def ask(base_url: str) -> List[Any]:
        async with kit(base_url) as api:
            ask = api.rest.users.async_get_by_username
            answers = await asyncio.gather(*[ask(login) for login in logins])
        return [answer.json() for answer in answers]

    directly = text(asyncio.run(ask(proxy.upstream)))
    proxy.sandbox.reset()
    expected = directly.replace(proxy.upstream, proxy.url)
    assert text(asyncio.run(ask(proxy.url))) == expected
    # Equal ones that do not meet are confirmed.
    assert used(proxy.sandbox) == len(set(logins))


#: For each question to Octokit: how many requests it takes, and how many the second time.
OCTOKIT = {
    "user": (1, 0), "repositories": (3, 0), "stargazers": (1, 0), "readme": (1, 0),
    # Node's fetch sends `Cache-Control: no-cache` with a validator. A 301 has no lifetime.
    "picture": (2, 0), "missing": (1, 1), "unchanged": (2, 1), "renamed": (2, 1),
    "search": (1, 1), "viewer": (1, 1),
}  # fmt: skip


def octokit(base_url: str, *questions: str, token: str = TOKEN) -> str:
    """The output of a script that asks as Octokit does."""
    done = subprocess.run(
        ["node", str(TESTS / "harness" / "octokit.mjs"), *questions],
        env={"PATH": "/usr/bin:/bin", "GITHUB_API_URL": base_url, "GITHUB_TOKEN": token},
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@PREFIXES
@pytest.mark.parametrize("question", OCTOKIT)
def test_octokit_gets_the_same_results(
    question: str, prefix: str, processes: Processes, sandbox: Sandbox
) -> None:
    first, again = OCTOKIT[question]
    proxy = start_proxy(processes, sandbox.url + prefix)
    sandbox.mutate(user="exactly-100", rename="renamed")
    directly, requests = asked(sandbox, lambda: octokit(sandbox.url + prefix, question))
    assert sum(requests.values()) == first
    expected = directly.replace(sandbox.url + prefix, proxy.url)
    result, requests = asked(sandbox, lambda: octokit(proxy.url, question))
    assert result == expected and sum(requests.values()) == first
    result, requests = asked(sandbox, lambda: octokit(proxy.url, question))
    # With a path in the API's address, pictures are not under it.
    again += bool(prefix) and question == "picture"
    assert result == expected and sum(requests.values()) == again


def test_a_step_that_asks_github_api_url_halves_its_requests(proxy: Proxy) -> None:
    """As a step of a CI job does, with the token and the address that the runner gives it."""
    # GitHub indents JSON for curl, and computes its ETag without that.
    step = (
        'curl -sfA ci -H "Authorization: Bearer $GITHUB_TOKEN" $GITHUB_API_URL/users/octocat/repos'
    )
    outputs = [
        subprocess.check_output(
            ["bash", "-euc", step], text=True,
            env={"PATH": "/usr/bin:/bin", "GITHUB_API_URL": proxy.url, "GITHUB_TOKEN": token},
        )
        for token in (TOKEN, TOKEN, OTHER, OTHER)
    ]  # fmt: skip
    assert len(set(outputs)) == 1 and len(json.loads(outputs[0])) == 8
    assert (proxy.sandbox.requests, proxy.sandbox.stats()["notModified"]) == (2, 1)
