"""Installs and starts every file in ``Support`` as its comment says, unchanged."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

from harness import landlock
from harness.compose import Compose
from harness.engines import valkey_server
from harness.machine import WORK, Machine, steps
from harness.paths import REPOSITORY
from harness.processes import Processes
from harness.systemd import Unit
from harness.waiting import until

SUPPORT = REPOSITORY / "Support"
COMPOSE = SUPPORT / "shared-cache" / "compose.yaml"
SHARED = SUPPORT / "shared-cache" / "gitxplorer-shared.service"
TOKEN = "ghp_deployeddeployeddeployeddeploy012"

#: Users of the machine: the one who deploys, and the one of a container or a unit.
DEPLOYER, SERVICE = 61_001, 61_002

#: On the machine's private network.
SANDBOX_PORT = 8000


@pytest.fixture
def machine(processes: Processes, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine with our programs, an engine's, and GitHub."""
    folder = tmp_path_factory.mktemp("machine")
    engine = valkey_server() or shutil.which("redis-server")
    assert engine is not None
    binaries = {"gitxplorer": processes.binary, "valkey-server": engine}
    machine = Machine(folder, binaries, hosts="engine")
    try:
        shutil.copytree(SUPPORT, folder / "Support")
        words = ["gitxplorer", "sandbox", "--port", str(SANDBOX_PORT)]
        log = folder / "sandbox.log"
        machine.start(words, log)
        until(lambda: "listening" in log.read_text())
        yield machine
    finally:
        machine.end()


def ask(
    machine: Machine, process: "subprocess.Popen[bytes]", secret: Path, method: str, user: int = 0
) -> Dict[str, Any]:
    """Makes a call as soon as the server listens. The test's time limit applies."""
    who = [*["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]] if user else []
    words = ["gitxplorer", "call", "--connect", "tcp:127.0.0.1:7000"]
    words += ["--client-secret-file", str(secret), method]
    params = ['{"login": "octocat"}'] if method == "user.summary" else []
    while process.poll() is None:
        done = subprocess.run(
            machine.command(*who, *words, *params), capture_output=True, text=True, cwd="/"
        )
        if done.returncode != 3:
            assert (done.returncode, done.stderr) == (0, "")
            result: Dict[str, Any] = json.loads(done.stdout)
            return result
    raise AssertionError("the server has ended")


def end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    assert process.wait() == 0


@pytest.fixture
def compose(machine: Machine) -> Compose:
    """The compose file, after what its comment says has been done."""
    machine.shim("docker")
    machine.run(f"chown -R {DEPLOYER}:{DEPLOYER} Support/shared-cache", cwd=WORK)
    lines = steps(COMPOSE)
    assert lines[0] == "cd Support/shared-cache" and lines[-1] == "docker compose up"
    machine.run(
        "\n".join(lines), user=DEPLOYER, cwd=WORK,
        environment={"TOKEN": TOKEN, "IMAGE": "example.com/gitxplorer:1.2.3"},
    )  # fmt: skip
    assert machine.calls("docker") == ["compose up"]
    return Compose(machine, machine.folder / "Support" / "shared-cache" / "compose.yaml")


def test_the_compose_file_starts_servers_that_share_an_engine(
    compose: Compose, machine: Machine, tmp_path: Path
) -> None:
    compose.start("engine", tmp_path / "engine")
    secret = WORK / "Support" / "shared-cache" / "client-secret"
    log = tmp_path / "log"
    for number in (1, 2, 3):
        server = compose.start(
            f"server-{number}", log, GITXPLORER_API_URL=f"http://127.0.0.1:{SANDBOX_PORT}"
        )
        state = ""
        while state != "up":
            state = ask(machine, server, secret, "cache.stats", DEPLOYER)["shared"]["state"]
        summary = ask(machine, server, secret, "user.summary", DEPLOYER)
        assert summary["user"]["login"] == "octocat"
        hits = ask(machine, server, secret, "cache.stats", DEPLOYER)["shared"]["hits"]
        # The engine has the responses that the first server fetched.
        assert (hits > 0) == (number > 1)
        end(server)
        # It accepts its secrets silently, and warns about the network. It may be up before the
        # engine, and says so.
        lines = [each for each in log.read_text().splitlines() if "redis://engine" not in each]
        assert len(lines) == 1 and "unencrypted" in lines[0]
        assert compose.services[f"server-{number}"]["ports"] == [f"127.0.0.1:{7000 + number}:7000"]


def test_the_compose_files_proxy_serves_its_user_and_shares_the_engine(
    compose: Compose, machine: Machine, tmp_path: Path
) -> None:
    compose.start("engine", tmp_path / "engine")
    folder = WORK / "Support" / "shared-cache"
    engine = "--shared-cache redis://engine --shared-cache-password-file engine-password"
    log = tmp_path / "log"
    for status in ("fwd=miss", "hit"):
        proxy = compose.start(
            "proxy", log, GITXPLORER_API_URL=f"http://127.0.0.1:{SANDBOX_PORT}"
        )
        until(lambda: "listening on unix:/run/proxy/github.sock" in log.read_text())
        # It may be up before the engine.
        machine.run(
            f"until gitxplorer cache stats {engine} | grep -q '\"servers\":1'; do sleep 0.1; done",
            user=DEPLOYER, cwd=folder, environment={"XDG_CACHE_HOME": str(WORK / "cache")},
        )  # fmt: skip
        url = f"http://127.0.0.1:{SANDBOX_PORT}/users/octocat"
        curl = f"curl -sS -A tests --unix-socket proxy/github.sock {url}"
        answer = machine.run(f"{curl} -i", user=DEPLOYER, cwd=folder)
        assert '"login":"octocat"' in answer
        # The engine has the response that the first proxy fetched.
        assert f"Cache-Status: gitxplorer; {status}" in answer
        # Curl's status 7: it could not connect.
        refused = machine.run(f"{curl} 2>&1 || echo status $?", user=SERVICE, cwd=folder)
        assert "status 7" in refused
        end(proxy)


def test_containers_run_with_few_rights_and_pinned_images(compose: Compose) -> None:
    for name, service in compose.services.items():
        assert service["user"] == f"{DEPLOYER}:{DEPLOYER}"
        assert service["read_only"] is True and service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert re.fullmatch(r"[^:]+:\d+\.\d+\.\d+[-\w.]*", service["image"])
        assert not service.get("privileged") and "mem_limit" in service
        shared = ["./proxy:/run/proxy"] if name == "proxy" else []
        assert service.get("volumes", []) == shared
    assert stat.S_IMODE((compose.file.parent / "proxy").stat().st_mode) == 0o700
    for secret in compose.secrets.values():
        status = (compose.file.parent / secret["file"]).stat()
        assert stat.S_IMODE(status.st_mode) == 0o600


@pytest.mark.parametrize(
    ("mode", "starts"), [(0o644, True), (0o444, True), (0o646, False)], ids=oct
)
def test_a_container_accepts_secrets_of_another_user_unless_others_may_write_them(
    mode: int, starts: bool, compose: Compose, machine: Machine, tmp_path: Path
) -> None:
    names = " ".join(compose.secrets)
    machine.run(f"chmod {mode:o} {names}", cwd=WORK / "Support" / "shared-cache")
    log = tmp_path / "log"
    server = compose.start(
        "server-1", log, f"{SERVICE}:{SERVICE}",
        GITXPLORER_API_URL=f"http://127.0.0.1:{SANDBOX_PORT}",
    )  # fmt: skip
    if starts:
        secret = tmp_path / "own-secret"
        shutil.copy(compose.file.parent / "client-secret", secret)
        secret.chmod(0o600)
        assert ask(machine, server, secret, "user.summary")["user"]["login"] == "octocat"
        end(server)
    else:
        assert server.wait() == 1 and "client-secret" in log.read_text()


@pytest.mark.parametrize("access", ["list", "owner"])
def test_the_shared_unit_gets_its_credentials_and_serves(
    access: str, machine: Machine, tmp_path: Path
) -> None:
    machine.shim("systemctl")
    machine.run("mkdir -p /etc/systemd/system")
    for name, text in (("engine-password", "word"), ("github-token", TOKEN)):
        (machine.folder / name).write_text(f"{text}\n")
    machine.run("\n".join(steps(SHARED)), cwd=WORK)
    assert machine.calls("systemctl") == ["enable --now gitxplorer-shared"]
    installed = machine.run(f"cat /etc/systemd/system/{SHARED.name}; ls -l /etc/gitxplorer")
    assert SHARED.read_text() in installed
    modes = re.findall(r"^-(\S+) .* (\S+)$", installed, re.MULTILINE)
    names = ("client-secret", "engine-password", "github-token")
    assert modes == [("rw-------", name) for name in names]
    log = tmp_path / "log"
    server = Unit(SHARED).start(
        machine, SERVICE, log, access=access,
        GITXPLORER_API_URL=f"http://127.0.0.1:{SANDBOX_PORT}",
    )  # fmt: skip
    secret = Path("/etc/gitxplorer/client-secret")
    assert ask(machine, server, secret, "user.summary")["user"]["login"] == "octocat"
    assert ask(machine, server, secret, "auth.status")["state"] == "authenticated"
    assert machine.run("stat -c %u /var/cache/gitxplorer/cache.sqlite") == f"{SERVICE}\n"
    authorization = f"Authorization: Bearer $(cat {secret})"
    metrics = machine.run(f'curl -fsS -H "{authorization}" http://127.0.0.1:7080/metrics')
    assert "gitxplorer_shared_cache_up 0\n" in metrics
    end(server)
    # The engine's host name cannot be resolved here.
    assert all("cache.internal" in line for line in log.read_text().splitlines())


@pytest.mark.parametrize(
    "socket_unit", ["gitxplorer.socket", "gitxplorer-http.socket", "gitxplorer-proxy.socket"]
)
def test_the_user_units_can_be_installed_and_used_as_described(
    socket_unit: str, processes: Processes, tmp_path: Path
) -> None:
    github = processes.start_sandbox()
    for name, text in {
        "gitxplorer": f'exec "{processes.binary}" "$@"\n',
        "systemctl": f'echo "$*" >> "{tmp_path}/calls"\n',
    }.items():
        place = tmp_path / "bin" / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"#!/bin/sh\n{text}")
        place.chmod(0o755)
    file = SUPPORT / "systemd" / socket_unit
    unit = Unit(file)
    with socket.socket(socket.AF_UNIX) as listener:
        path = Path(unit.one("ListenStream").replace("%t", str(tmp_path)))
        listener.bind(str(path))
        path.chmod(int(unit.one("SocketMode"), 8))
        listener.listen()
        # systemd's defaults are the names of the unit.
        (started,) = unit.settings["Service"] or [file.with_suffix(".service").name]
        (name,) = unit.settings["FileDescriptorName"] or [socket_unit]
        service = Unit(SUPPORT / "systemd" / started)
        server = processes.activate(
            [listener], command=service.one("ExecStart").split()[1:],
            environment={"LISTEN_FDNAMES": name, "GITXPLORER_API_URL": f"{github.url}/api/v3"},
        )  # fmt: skip
        done = subprocess.run(
            ["bash", "-euc", "\n".join(steps(file))],
            cwd=REPOSITORY, capture_output=True, text=True,
            env={
                **processes.environment, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path),
                # gh is where pip has put it.
                "PATH": f"{tmp_path / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
                "GH_HOST": f"127.0.0.1:{github.port}", "GH_ENTERPRISE_TOKEN": TOKEN,
            },
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        if socket_unit == "gitxplorer.socket":
            assert "entries" in json.loads(done.stdout)
        elif socket_unit == "gitxplorer-proxy.socket":
            assert json.loads(done.stdout)["login"] == "octocat" and github.requests == 1
    installed = {path.name for path in (tmp_path / ".config/systemd/user").iterdir()}
    assert {socket_unit, started} <= installed
    (enabled,) = (tmp_path / "calls").read_text().splitlines()
    assert enabled.startswith("--user enable --now ") and socket_unit in enabled.split()
    assert server.log == ""


def test_systemd_accepts_the_units_and_rates_them_hardened(
    processes: Processes, tmp_path: Path
) -> None:
    units = [*SUPPORT.rglob("*.service"), *SUPPORT.rglob("*.socket")]
    for unit in units:
        text = unit.read_text().replace("/usr/local/bin/gitxplorer", processes.command[0])
        (tmp_path / unit.name).write_text(text)
    assert len(units) == 6
    for unit in sorted(tmp_path.glob("gitxplorer*.*")):
        manager = [] if unit.name == SHARED.name else ["--user"]
        checks = [[*manager, "--man=no", "verify", unit]]
        if unit.suffix == ".service":
            checks.append(["security", "--offline=true", "--threshold=40", unit])
            assert Unit(unit).one("MemoryMax") == "1G"
        for check in checks:
            done = subprocess.run(
                ["systemd-analyze", "--no-pager", *map(str, check)],
                env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
                capture_output=True, text=True,
            )  # fmt: skip
            assert done.returncode == 0, done.stdout + done.stderr


def permitted(settings: List[str]) -> List[str]:
    """The system calls that `SystemCallFilter=` lets pass: lists, from which later lines remove."""
    names: List[str] = []
    for setting in settings:
        meant: List[str] = []
        for word in setting.lstrip("~").split():
            meant += members(word) if word.startswith("@") else [word]
        if setting.startswith("~"):
            names = [each for each in names if each not in meant]
        else:
            names += meant
    return names


def members(group: str) -> List[str]:
    """The system calls of a group, and of the groups in it."""
    shown = subprocess.run(
        ["systemd-analyze", "--no-pager", "syscall-filter", group],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return permitted(re.findall(r"^    (\S+)$", shown, re.MULTILINE))


def test_the_units_permit_the_servers_system_calls(processes: Processes, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-o", str(trace), "-e", "raw=all"]
    words = [*command, processes.binary, "call", "--sandbox", "user.summary", '["octocat"]']
    done = subprocess.run(words, env=processes.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    path = tmp_path / "socket"
    server = subprocess.Popen(
        [*command, "-o", str(tmp_path / "trace-2"), processes.binary, "serve", "--sandbox"]
        + ["--socket", str(path), "--listen", "127.0.0.1:0"]
        + ["--http", "127.0.0.1:0", "--idle-exit", "0.5"],
        env=processes.environment, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    processes._started.append(server)
    assert server.wait() == 0
    proxy = subprocess.Popen(
        # The process is the proxy, not the tracer.
        [*command, "-D", "-o", str(tmp_path / "trace-3"), processes.binary, "proxy", "--sandbox"]
        + ["--socket", str(tmp_path / "p"), "--listen", "127.0.0.1:0"],
        env=processes.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    processes._started.append(proxy)
    assert proxy.stdout is not None
    lines = [proxy.stdout.readline(), proxy.stdout.readline()]
    (url,) = [line.split()[-1] for line in lines if "http:" in line]
    with urllib.request.urlopen(f"{url}/users/octocat") as response:
        assert response.status == 200
    proxy.terminate()
    assert proxy.wait() == 0
    ended = re.compile(rf"^{proxy.pid} +\+\+\+ exited", re.MULTILINE)
    until(lambda: bool(ended.search((tmp_path / "trace-3").read_text())))
    traces = [path.read_text() for path in tmp_path.glob("trace*")]
    used = {name for text in traces for name in re.findall(r"^\d+ +(\w+)\(", text, re.MULTILINE)}
    limiting = "landlock_restrict_self" if landlock.version() else "landlock_create_ruleset"
    assert {"epoll_wait", "prctl", limiting} <= used
    for unit in SUPPORT.rglob("*.service"):
        refused = used - set(permitted(Unit(unit).settings["SystemCallFilter"]))
        # systemd itself lets a service start its program.
        assert refused - {"execve"} == set(), unit.name
