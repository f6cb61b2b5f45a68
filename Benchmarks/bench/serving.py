"""Servers on sockets, and what they hold."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Sequence, Tuple

from .workplace import Workplace

# Workplace has put Tests on the path.
from harness.web import Front  # isort: skip


@dataclass
class Serving:
    """A server that is up on a Unix socket."""

    process: "subprocess.Popen[str]"
    path: str

    @property
    def pid(self) -> int:
        return self.process.pid


@dataclass
class WebServing(Serving):
    """A server that is up on HTTP over TCP too, and on a Unix socket if it is GitXplorer."""

    tcp: Front
    unix: Front


# Debian's defaults, but for the log, and for the number of requests on one connection.
NGINX = """\
daemon off; master_process off; pid {folder}/nginx.pid;
events {{ worker_connections 1024; }}
http {{
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
    default_type application/json;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    {http}
    server {{ listen 127.0.0.1:{port}; listen unix:{path}; {server} }}
}}
"""


def program(name: str) -> Optional[str]:
    """Where a program is; Debian's nginx is in a folder that may not be on the PATH."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")


def pinned(cpu: int, command: Sequence[str]) -> Sequence[str]:
    return ["taskset", "-c", str(cpu), *command]


def serve_gitxplorer(workplace: Workplace, command: Sequence[str], cpu: int) -> Serving:
    path = str(workplace.files / f"server-{time.monotonic_ns()}.sock")
    ready = Path(path + ".ready")
    flags = ["--socket", path, "--ready-file", str(ready)]
    process = workplace.start(*pinned(cpu, [*command, *flags]))
    workplace.wait_for_file(ready, process)
    return Serving(process, path)


def serve_floor(workplace: Workplace, command: Sequence[str], cpu: int) -> Serving:
    path = str(workplace.files / f"floor-{time.monotonic_ns()}.sock")
    process = workplace.start(*pinned(cpu, [*command, path]))
    workplace.wait_for_file(Path(path), process)
    return Serving(process, path)


def serve_web(workplace: Workplace, command: Sequence[str], cpu: int) -> WebServing:
    path = str(workplace.files / f"web-{time.monotonic_ns()}.sock")
    ready, secret = Path(path + ".ready"), Path(path + ".secret")
    flags = ["--http", "127.0.0.1:0", "--http-socket", path + ".http", "--client-secret-file"]
    flags += [str(secret), "--socket", path, "--ready-file", str(ready)]
    process = workplace.start(*pinned(cpu, [*command, *flags]))
    workplace.wait_for_file(ready, process)
    by_kind = {line.partition(":")[0]: line for line in ready.read_text().splitlines()}
    tcp = Front(by_kind["http"], secret.read_text().strip())
    return WebServing(process, path, tcp, Front(by_kind["http-socket"]))


def serve_nginx(
    workplace: Workplace, folder: Path, cpu: int, server: str, http: str = ""
) -> WebServing:
    """nginx with one process and its files in a folder, with directives of its server and of `http`."""
    folder.mkdir()
    folder.chmod(0o755)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    path = str(folder / "nginx.sock")
    (folder / "nginx.conf").write_text(
        NGINX.format(folder=folder, port=port, path=path, server=server, http=http)
    )
    command = [program("nginx") or "nginx", "-e", "stderr", "-c", str(folder / "nginx.conf")]
    process = workplace.start(*pinned(cpu, command))
    workplace.wait_for_file(folder / "nginx.pid", process)
    tcp = Front(f"http:http://127.0.0.1:{port}")
    return WebServing(process, path, tcp, Front(f"http-socket:{path}"))


def wrk(command: Sequence[str]) -> Tuple[int, float]:
    """Runs `wrk`; how many requests were answered, in all and per second."""
    text = subprocess.check_output(command, text=True)
    count = re.search(r"(\d+) requests in", text)
    rate = re.search(r"Requests/sec: +([\d.]+)", text)
    if not count or not rate or "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(f"{' '.join(command)}: {text}")
    return int(count[1]), float(rate[1])


def processor_seconds(pid: int) -> float:
    """What a process has used of its processors."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid: int) -> int:
    """Memory of a process once it has come to rest: the same in three looks."""
    seen = [_resident_bytes(pid)]
    for _ in range(50):
        time.sleep(0.1)
        seen.append(_resident_bytes(pid))
        if len(set(seen[-3:])) == 1 and len(seen) >= 3:
            break
    return seen[-1]


def _resident_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"process {pid} has gone")
