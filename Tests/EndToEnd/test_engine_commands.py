"""`gitxplorer cache check` and `clear` on real engines, and how servers sign in to them."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import threading
from pathlib import Path
from typing import Dict, Iterator, List, Tuple

import pytest

from harness.engines import ENGINES, Engine, EngineConnection, Engines, free_port, password
from harness.fleet import Fleet
from harness.paths import REPOSITORY
from harness.processes import Processes
from harness.relay import Relay
from harness.waiting import until

BOUNDED = ["--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru"]
PAGE = (REPOSITORY / "Documentation" / "shared-cache.md").read_text()


@pytest.fixture(params=sorted(ENGINES))
def engine(request: pytest.FixtureRequest, engines: Engines) -> Engine:
    """An engine of each kind, configured as the operators' page recommends."""
    return engines.start(*BOUNDED, name=request.param)


def check(processes: Processes, *arguments: str, **environment: str) -> Tuple[int, str, List[str]]:
    """The exit status, standard output, and the findings on standard error."""
    done = processes.run("cache", "check", *arguments, environment=environment)
    return done.returncode, done.stdout.decode(), done.stderr.decode().splitlines()


def fault(processes: Processes, *arguments: str, **environment: str) -> str:
    """The only finding on standard error."""
    status, _, sentences = check(processes, *arguments, **environment)
    assert (status, len(sentences)) == (1, 1), sentences
    return sentences[0]


def password_file(folder: Path, text: str, mode: int = 0o600) -> str:
    path = folder / f"password-{mode:o}"
    path.write_text(f"{text}\n")
    path.chmod(mode)
    return str(path)


def test_a_well_configured_engine_passes(engine: Engine, processes: Processes) -> None:
    for url in (engine.url, f"{engine.url}/3", engine.unix_url):
        status, shown, sentences = check(processes, "--shared-cache", url)
        assert (status, sentences) == (0, [])
        assert re.search(r"^engine: (redis|valkey) \d+\.\d+\.\d+ at ", shown)
        assert re.search(r"^commands: all \d+ are permitted$", shown, re.MULTILINE)
        assert re.search(r"^memory: [\d.]+ MiB of 64 MiB, allkeys-lru$", shown, re.MULTILINE)
        assert re.search(r"^clock: \d+ ms (ahead of|behind) this machine's$", shown, re.MULTILINE)
        assert re.search(r"^round trip: \d+\.\d ms$", shown, re.MULTILINE)
        assert shown.endswith("\nok\n")
    assert engine.keys() == []


def test_unbounded_memory_and_a_refusing_policy_are_two_findings(
    engine: Engine, processes: Processes
) -> None:
    engine.ask("CONFIG", "SET", "maxmemory", "0")
    engine.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    status, _, (bound, policy) = check(processes, "--shared-cache", engine.url)
    assert status == 1
    assert bound.endswith("set one, such as: CONFIG SET maxmemory 256mb")
    assert policy.endswith("set: CONFIG SET maxmemory-policy allkeys-lru")
    # Following the findings is enough.
    engine.ask("CONFIG", "SET", "maxmemory", "256mb")
    engine.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    status, shown, _ = check(processes, "--shared-cache", engine.url)
    assert status == 0
    assert " of 256 MiB, allkeys-lru\n" in shown


def test_a_full_engine_is_reported(engine: Engine, processes: Processes) -> None:
    engine.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    engine.ask("CONFIG", "SET", "maxmemory", "1")
    _, _, sentences = check(processes, "--shared-cache", engine.url)
    assert any("accepts no writes: OOM" in each for each in sentences), sentences


def test_a_replica_is_reported(engines: Engines, processes: Processes) -> None:
    primary = engines.start(*BOUNDED)
    replica = engines.start(*BOUNDED, "--replicaof", "127.0.0.1", str(primary.port))
    sentence = fault(processes, "--shared-cache", replica.url)
    assert "is a replica" in sentence and "give the address of its primary" in sentence


def test_too_few_replicas_are_reported(engine: Engine, processes: Processes) -> None:
    engine.ask("CONFIG", "SET", "min-replicas-to-write", "1")
    assert "accepts no writes: NOREPLICAS" in fault(processes, "--shared-cache", engine.url)


def test_an_engine_whose_writes_are_paused_is_reported(
    engine: Engine, processes: Processes
) -> None:
    engine.ask("CLIENT", "PAUSE", 60_000, "WRITE")
    sentence = fault(processes, "--shared-cache", engine.url)
    assert "answers TIME, but not the other commands" in sentence
    engine.ask("CLIENT", "UNPAUSE")
    assert check(processes, "--shared-cache", engine.url)[0] == 0


@pytest.fixture(params=sorted(ENGINES))
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


def without(engines: Engines, kind: str, *commands: str) -> Engine:
    """An engine on which these commands do not exist."""
    renames = [word for each in commands for word in ("--rename-command", each, "")]
    return engines.start(*BOUNDED, *renames, name=kind)


def test_missing_commands_are_reported(
    kind: str, engines: Engines, processes: Processes
) -> None:
    engine = without(engines, kind, "EVAL", "SCAN")
    status, shown, sentences = check(processes, "--shared-cache", engine.url)
    assert (status, sentences) == (
        1,
        [
            "gitxplorer: The engine has no EVAL, SCAN; "
            "remove rename-command from its configuration, or use another engine."
        ],
    )
    assert re.search(r"^commands: 2 of \d+ are missing$", shown, re.MULTILINE)


@pytest.mark.parametrize("command", re.findall(r"\+(\w+)", PAGE))
def test_each_documented_command_is_needed(
    command: str, engines: Engines, processes: Processes
) -> None:
    engine = without(engines, "redis", command.upper())
    status, shown, sentences = check(processes, "--shared-cache", engine.url)
    if command == "info":
        # Only the check uses this command.
        assert (status, sentences) == (0, [])
        assert "memory: unknown: " in shown
    elif command == "select":
        # Only databases other than 0 need this command.
        assert (status, sentences) == (0, [])
        assert "no SELECT;" in fault(processes, "--shared-cache", f"{engine.url}/1")
    else:
        assert (status, len(sentences)) == (1, 1), sentences
        assert f"no {command.upper()};" in sentences[0]


def test_missing_and_forbidden_commands_are_two_findings(
    kind: str, engines: Engines, processes: Processes, tmp_path: Path
) -> None:
    engine = without(engines, kind, "EVAL", "HGETALL")
    word = password()
    engine.ask("ACL", "SETUSER", "poor", "on", f">{word}", "~*", "&*", "+@all", "-hset")
    flags = ["--shared-cache", engine.url.replace("//", "//poor@")]
    file = password_file(tmp_path, word)
    status, _, sentences = check(processes, *flags, "--shared-cache-password-file", file)
    assert (status, len(sentences)) == (1, 2), sentences
    assert "has no EVAL, HGETALL;" in sentences[0]
    assert "may not run HSET (" in sentences[1]


def test_foreign_values_under_the_checks_keys_are_ignored(
    engine: Engine, processes: Processes
) -> None:
    engine.ask("RPUSH", "gx1:check:text", 1)
    engine.ask("SET", "gx1:check:hash", 1)
    engine.ask("HSET", "gx1:check:sorted", "f", 1)
    status, _, sentences = check(processes, "--shared-cache", engine.url)
    assert (status, sentences) == (0, [])
    assert engine.keys() == []


class FalseEngine:
    """Answers every command with a number, and ``TIME`` and ``INFO`` as configured."""

    HELLO = {"server": "redis", "version": "7.0.15", "mode": "standalone", "role": "master"}

    def __init__(self, number: int, info: str = "", version: str = "7.0.15") -> None:
        self._number = number
        self._info = info
        self._hello = {**self.HELLO, "version": version}
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            peer, _ = self._listener.accept()
            with peer, peer.makefile("rwb") as stream:
                while head := stream.readline():
                    words = []
                    for _ in range(int(head[1:])):
                        size = int(stream.readline()[1:])
                        words.append(stream.read(size + 2)[:-2].decode())
                    if words == ["END"]:
                        return
                    stream.write(self._reply(words).encode())
                    stream.flush()

    def _reply(self, words: List[str]) -> str:
        number = self._number
        if words[0] == "HELLO":
            pairs = "".join(f"+{name}\r\n+{value}\r\n" for name, value in self._hello.items())
            return f"%{len(self._hello)}\r\n{pairs}"
        if words[0] == "SUBSCRIBE":
            return "".join(f">3\r\n+subscribe\r\n+{each}\r\n:1\r\n" for each in words[1:])
        if words[0] == "INFO":
            return f"${len(self._info)}\r\n{self._info}\r\n"
        if words[0] == "SCAN":
            return "*2\r\n+0\r\n*0\r\n"
        if words[0] in ("TIME", "HMGET"):
            count = 2 if words[0] == "TIME" else len(words) - 2
            return f"*{count}\r\n" + f":{number}\r\n" * count
        return f":{number}\r\n"

    def close(self) -> None:
        address = self._listener.getsockname()
        with socket.create_connection(address) as last:
            last.sendall(b"*1\r\n$3\r\nEND\r\n")
            self._thread.join()
        self._listener.close()


NUMBERS = [2**63 - 1, -(2**63), 2**62, -1, 0]


def test_memory_is_shown_in_binary_units(processes: Processes) -> None:
    info = f"used_memory:{7 << 19}\r\nmaxmemory:{1 << 30}\r\nmaxmemory_policy:allkeys-lfu\r\n"
    engine = FalseEngine(1, info)
    try:
        _, shown, _ = check(processes, "--shared-cache", engine.url)
        assert "\nmemory: 3.5 MiB of 1024 MiB, allkeys-lfu\n" in shown
    finally:
        engine.close()


@pytest.fixture(params=NUMBERS)
def false_engine(request: pytest.FixtureRequest) -> Iterator[FalseEngine]:
    number = request.param
    info = f"used_memory:{number}\r\nmaxmemory:{number}\r\nmaxmemory_policy:allkeys-lru\r\n"
    engine = FalseEngine(number, info, version=f"{number}.{number}\t")
    yield engine
    engine.close()


def test_no_number_from_an_engine_breaks_a_command(
    false_engine: FalseEngine, processes: Processes
) -> None:
    status, shown, _ = check(processes, "--shared-cache", false_engine.url)
    assert status in (0, 1)
    assert re.search(r"^memory: (unknown: |\d+(\.\d)? MiB)", shown, re.MULTILINE)
    assert "\t" not in shown
    done = processes.run("cache", "stats", "--shared-cache", false_engine.url)
    assert done.returncode == 0
    shared = json.loads(done.stdout)["shared"]
    counts = [value for value in shared.values() if isinstance(value, int)]
    assert len(counts) == 7 and all(0 <= count <= 2**53 for count in counts), shared
    assert processes.run("cache", "clear", "--shared-cache", false_engine.url).returncode == 0


def test_cluster_mode_is_refused_with_one_sentence(engines: Engines, processes: Processes) -> None:
    # By default the second port is the first plus 10,000, which may not exist.
    second = str(free_port())
    engine = engines.start("--cluster-enabled", "yes", "--cluster-port", second)
    sentence = fault(processes, "--shared-cache", engine.url)
    assert "runs in cluster mode, which is not supported" in sentence


def test_an_absent_engine_is_reported(engine: Engine, processes: Processes) -> None:
    engine.stop()
    for url in (engine.url, engine.unix_url):
        sentence = fault(processes, "--shared-cache", url)
        assert re.search(r" cannot be asked: no connection: [A-Z][a-z ]+;", sentence), sentence


def test_a_suspended_engine_is_reported(engine: Engine, processes: Processes) -> None:
    engine.suspend()
    try:
        assert "cannot be asked: no connection in time" in fault(
            processes, "--shared-cache", engine.url
        )
    finally:
        engine.resume()


def test_a_server_that_is_not_an_engine_is_reported(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    sentence = fault(processes, "--shared-cache", f"redis://127.0.0.1:{sandbox.port}")
    assert sentence.endswith("is it a Redis or Valkey server, and is it running?")


def test_the_password_comes_from_a_file_or_the_environment(
    engine: Engine, processes: Processes, tmp_path: Path
) -> None:
    word = password()
    engine.ask("CONFIG", "SET", "requirepass", word)
    flag = ["--shared-cache", engine.url]
    assert "requires a password" in fault(processes, *flag)
    wrong = password_file(tmp_path, "wrong", 0o400)
    sentence = fault(processes, *flag, "--shared-cache-password-file", wrong)
    assert "does not accept the user 'default' with this password" in sentence
    right = password_file(tmp_path, word)
    assert check(processes, *flag, "--shared-cache-password-file", right)[0] == 0
    url = engine.url.replace("//", f"//:{word}@")
    assert check(processes, GITXPLORER_SHARED_CACHE=url)[0] == 0
    assert check(
        processes, GITXPLORER_SHARED_CACHE=engine.url, GITXPLORER_SHARED_CACHE_PASSWORD_FILE=right
    )[0] == 0  # fmt: skip


@pytest.mark.parametrize("command", [["serve"], ["call", "x"], ["mcp"], ["cache", "check"]])
def test_a_password_on_the_command_line_is_refused_and_not_printed(
    command: List[str], processes: Processes
) -> None:
    word = password()
    for url in (f"redis://me:{word}@h", f"rediss://:{word}@h/x", f"redis://me:{word}@h:p"):
        done = processes.run(*command, "--shared-cache", url)
        assert (done.returncode, done.stdout) == (64, b"")
        assert len(done.stderr.splitlines()) == 1
        assert word.encode() not in done.stderr
        done = processes.run(*command, url, "too", "many")
        assert done.returncode == 64
        assert word.encode() not in done.stderr


@pytest.mark.parametrize(
    "url",
    [
        "cache:6379", "http://cache", "redis://", "redis://:0", "redis://cache:65536",
        "redis://cache/x", "redis://cache?db=1", "unix:relative", "unix:/" + "x" * 120,
    ],
)  # fmt: skip
def test_an_invalid_address_gives_one_line(url: str, processes: Processes) -> None:
    for environment, flag in [({}, ["--shared-cache", url]), ({"GITXPLORER_SHARED_CACHE": url}, [])]:
        done = processes.run("cache", "check", *flag, environment=environment)
        assert (done.returncode, done.stdout) == (64, b"")
        assert b"expected redis://[USER@]HOST[:PORT][/DB]" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_unusable_files_are_usage_errors(processes: Processes, tmp_path: Path) -> None:
    open_to_all = password_file(tmp_path, "word", 0o622)
    empty = password_file(tmp_path, "", 0o600)
    for flags in (
        ["--shared-cache", "redis://h", "--shared-cache-password-file", "/no/such/file"],
        ["--shared-cache", "redis://h", "--shared-cache-password-file", open_to_all],
        ["--shared-cache", "redis://h", "--shared-cache-password-file", empty],
        ["--shared-cache", "rediss://h", "--shared-cache-ca", "/no/such/file"],
        ["--shared-cache", "redis://h", "--shared-cache-ca", empty],
    ):
        done = processes.run("cache", "check", *flags)
        assert (done.returncode, done.stdout) == (64, b""), flags
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["serve"], ["call", "rate.status"], ["mcp"], ["cache", "clear"]])
@pytest.mark.parametrize("name", ["password-file", "ca"])
def test_the_engines_flags_require_its_address(
    command: List[str], name: str, processes: Processes, tmp_path: Path
) -> None:
    path = password_file(tmp_path, "word")
    flag = f"shared-cache-{name}"
    variable = "GITXPLORER_" + flag.upper().replace("-", "_")
    for arguments, environment, said in [
        ([f"--{flag}", path], {}, f"--{flag}"),
        ([], {variable: path}, variable),
        ([f"--{flag}", path], {"GITXPLORER_SHARED_CACHE": ""}, f"--{flag}"),
    ]:
        done = processes.run(*command, *arguments, environment=environment)
        assert (done.returncode, done.stdout) == (64, b"")
        (line,) = done.stderr.decode().splitlines()
        assert f"{said} needs the engine's address; give it with --shared-cache" in line


def acl_rule(user: str, word: str) -> List[str]:
    """The line of the operators' page that an administrator pastes."""
    (line,) = re.findall(r"^ACL SETUSER .*$", PAGE, re.MULTILINE)
    return line.replace("gitxplorer", user, 1).replace("PASSWORD", word).split()


def test_the_documented_user_has_exactly_the_needed_permissions(
    engine: Engine, processes: Processes, tmp_path: Path
) -> None:
    word = password()
    engine.ask(*acl_rule("gitxplorer", word))
    file = password_file(tmp_path, word)
    url = engine.url.replace("//", "//gitxplorer@")
    flags = ["--shared-cache", url, "--shared-cache-password-file", file]
    status, _, sentences = check(processes, *flags)
    assert (status, sentences) == (0, [])
    assert processes.run("cache", "clear", *flags).returncode == 0
    connection = EngineConnection(engine.socket_path, ["gitxplorer", word])
    for command in (["FLUSHALL"], ["KEYS", "*"], ["CONFIG", "GET", "*"], ["GET", "other"]):
        with pytest.raises(Exception, match="NOPERM"):
            connection(*command)
    connection.close()


def test_a_missing_permission_is_reported_with_the_rule_to_add(
    engine: Engine, processes: Processes, tmp_path: Path
) -> None:
    word = password()
    engine.ask(
        *["ACL", "SETUSER", "poor", "on", f">{word}", "~*", "&*", "+@all"],
        *["-hset", "-zadd", "-info"],
    )
    file = password_file(tmp_path, word)
    url = engine.url.replace("//", "//poor@")
    flags = ["--shared-cache", url, "--shared-cache-password-file", file]
    sentence = fault(processes, *flags)
    assert "may not run HSET, ZADD" in sentence
    rule = sentence.partition("paste: ")[2]
    assert rule == " ".join(acl_rule("poor", "PASSWORD"))
    engine.ask(*rule.replace("PASSWORD", word).split())
    assert check(processes, *flags)[0] == 0


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Dict[str, str]:
    """A CA, a certificate for ``localhost`` and 127.0.0.1, and one for another name."""
    folder = tmp_path_factory.mktemp("tls")

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    openssl(
        *["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Test CA"],
        *["-addext", "basicConstraints=critical,CA:TRUE", "-keyout", "ca.key", "-out", "ca.pem"],
    )
    for name, names in (("good", "DNS:localhost,IP:127.0.0.1"), ("other", "DNS:other.example")):
        (folder / f"{name}.ext").write_text(f"subjectAltName={names}\n")
        openssl(
            *["req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}"],
            *["-keyout", f"{name}.key", "-out", f"{name}.csr"],
        )
        openssl(
            *["x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key"],
            *["-CAcreateserial", "-days", "2", "-extfile", f"{name}.ext", "-out", f"{name}.pem"],
        )
    return {path.name: str(path) for path in folder.iterdir()}


def start_with_tls(engines: Engines, certificates: Dict[str, str], name: str) -> int:
    """The TLS port of an engine."""
    port = free_port()
    engines.start(
        *BOUNDED, "--tls-port", str(port), "--tls-cert-file", certificates[f"{name}.pem"],
        *["--tls-key-file", certificates[f"{name}.key"], "--tls-auth-clients", "no"],
        *["--tls-ca-cert-file", certificates["ca.pem"]],
    )  # fmt: skip
    return port


def test_tls_verifies_the_chain_and_the_name(
    engines: Engines, processes: Processes, certificates: Dict[str, str]
) -> None:
    port = start_with_tls(engines, certificates, "good")
    trust = ["--shared-cache-ca", certificates["ca.pem"]]
    for host in ("localhost", "127.0.0.1"):
        url = f"rediss://{host}:{port}"
        status, _, sentences = check(processes, "--shared-cache", url, *trust)
        assert (status, sentences) == (0, [])
        assert check(processes, "--shared-cache", url, SSL_CERT_FILE=certificates["ca.pem"])[0] == 0
        assert "not one of a trusted CA" in fault(processes, "--shared-cache", url)
    other = start_with_tls(engines, certificates, "other")
    for host in ("localhost", "127.0.0.1"):
        sentence = fault(processes, "--shared-cache", f"rediss://{host}:{other}", *trust)
        assert "the certificate is for another name" in sentence


def test_tls_and_plain_text_are_not_confused(
    engines: Engines, processes: Processes, certificates: Dict[str, str]
) -> None:
    plain = engines.start(*BOUNDED)
    trust = ["--shared-cache-ca", certificates["ca.pem"]]
    assert fault(processes, "--shared-cache", plain.url.replace("redis", "rediss"), *trust)
    port = start_with_tls(engines, certificates, "good")
    assert fault(processes, "--shared-cache", f"redis://127.0.0.1:{port}")


def test_a_slow_engine_is_not_a_fault(engine: Engine, processes: Processes) -> None:
    relay = Relay(engine.port)
    relay.delay = 0.02
    try:
        status, shown, sentences = check(processes, "--shared-cache", relay.url)
        assert (status, sentences) == (0, [])
        found = re.search(r"^round trip: (\d+)\.\d ms$", shown, re.MULTILINE)
        # Each direction takes at least the delay, even on an idle machine.
        assert found and int(found[1]) >= 40
    finally:
        relay.close()


def test_a_connection_that_swallows_everything_is_reported_in_time(
    engine: Engine, processes: Processes
) -> None:
    relay = Relay(engine.port)
    relay.swallows = True
    try:
        assert "no connection in time" in fault(processes, "--shared-cache", relay.url)
    finally:
        relay.close()


def test_responses_take_as_much_memory_as_documented(
    engine: Engine, processes: Processes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("f")
    fleet = Fleet(processes, processes.start_sandbox(), engine.url, folder)
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        connection.result("user.summary", {"login": "exactly-250"})
        page = {"owner": "octocat", "name": "Hello-World", "perPage": 100}
        connection.result("repo.stargazers", page)
    until(lambda: fleet.shared(server)["fills"] == fleet.sandbox.requests)
    sizes = [
        engine.ask("MEMORY", "USAGE", key, "SAMPLES", 0)
        for key in engine.keys()
        if key.endswith(":r")
    ]
    documented = re.search(
        r"repositories takes about (\d+) kB, a page of 100\s+stargazers (\d+) kB, a user ([\d.]+) kB",
        PAGE,
    )
    assert documented
    for kilobytes in map(float, documented.groups()):
        # The overhead differs between engines and versions.
        fits = [size for size in sizes if 0.8 < size / (kilobytes * 1000) < 1.2]
        assert fits, (kilobytes, sizes)


def test_clear_removes_only_its_own_keys(engine: Engine, processes: Processes) -> None:
    for number in range(2500):
        engine_key = f"gx1:{{{number:032x}}}:r"
        if number == 0:
            connection = engine.connect()
        connection("HSET", engine_key, "t", "1")
    connection.close()
    engine.ask("ZADD", "gx1:tag:abc", 1, "x")
    engine.ask("HSET", "gx1:{b}:b", "remaining", 1)
    engine.ask("SET", "other", 1)
    engine.ask("SET", "gx2:{a}:r", 1)
    listener = engine.connect()
    listener("SUBSCRIBE", "gx1:cleared")
    done = processes.run("cache", "clear", "--shared-cache", engine.url)
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"removed 2500 responses from {engine.url}\n".encode() in done.stdout
    assert engine.keys() == ["gx1:clears", "gx1:{b}:b", "gx2:{a}:r", "other"]
    assert listener.read()[:2] == [b"message", b"gx1:cleared"]
    listener.close()


@pytest.mark.parametrize(
    "foreign",
    [
        ["SET", "gx1:clears", "many"],
        ["SET", "gx1:clears", 2**63 - 1],
        ["SET", "gx1:clears", -2],
        ["SET", "gx1:clears", "99999999999999999999"],
        ["HSET", "gx1:clears", "a", 1],
        ["RPUSH", "gx1:clears", 1],
    ],
)
def test_clear_replaces_a_foreign_counter(
    foreign: List[str], engine: Engine, processes: Processes
) -> None:
    seen = set()
    for _ in range(2):
        engine.ask("DEL", "gx1:clears")
        engine.ask(*foreign)
        done = processes.run("cache", "clear", "--shared-cache", engine.url)
        assert (done.returncode, done.stderr) == (0, b"")
        seen.add(int(engine.ask("GET", "gx1:clears")))
    # A server that has seen the first counter notices the second clear.
    assert len(seen) == 2 and min(seen) > 0, seen
    before = max(seen)
    assert processes.run("cache", "clear", "--shared-cache", engine.url).returncode == 0
    assert before < int(engine.ask("GET", "gx1:clears")) <= before + 2


def test_clear_removes_foreign_values_under_its_own_names(
    engine: Engine, processes: Processes
) -> None:
    engine.ask("SET", "gx1:tag:abc", 1)
    engine.ask("RPUSH", "gx1:{a}:r", 1)
    engine.ask(b"SET", b"gx1:{\xff}:r", 1)
    done = processes.run("cache", "clear", "--shared-cache", engine.url)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"removed 2 responses from" in done.stdout
    assert engine.keys() == ["gx1:clears"]


@pytest.mark.parametrize(
    "foreign",
    [
        [["SET", key, "1"] for key in ("gx1:servers", "gx1:totals", "gx1:tag:abc")],
        [["RPUSH", key, "1"] for key in ("gx1:servers", "gx1:totals", "gx1:clears")],
        [
            ["ZADD", "gx1:servers", "+inf", "a", "1e300", "b", "9223372036854775807", "c"],
            ["HSET", "gx1:totals", "hits", 2**63 - 1, "fills", -(2**63), "waits", "many"],
        ],
        [["HSET", "gx1:totals", "hits", "9" * 40, "fills", "-1", "alone", "1e5"]],
    ],
)
def test_stats_treats_foreign_values_as_missing(
    foreign: List[List[str]], engine: Engine, processes: Processes
) -> None:
    for command in foreign:
        engine.ask(*command)
    done = processes.run("cache", "stats", "--shared-cache", engine.url)
    assert (done.returncode, done.stderr) == (0, b"")
    shared = json.loads(done.stdout)["shared"]
    assert shared["state"] == "up"
    assert (shared["servers"], shared["responses"]) == (0, 0)
    for name in ("hits", "fills", "waits", "takeovers", "alone"):
        assert 0 <= shared[name] <= 2**53, shared
    assert (shared["fills"], shared["waits"], shared["alone"]) == (0, 0, 0)


def test_clear_fails_if_the_engine_is_gone(engine: Engine, processes: Processes) -> None:
    engine.stop()
    done = processes.run("cache", "clear", "--shared-cache", engine.url)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"no connection: Connection refused" in done.stderr
