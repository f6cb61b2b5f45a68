"""`python -m bench COMMAND --server BINARY`: every benchmark of GitXplorer."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from .workplace import FOLDER, Workplace


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="bench", description=__doc__)
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, summary: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=summary, description=summary)
        made.add_argument("--server", required=True, help="the optimized gitxplorer")
        return made

    run = command("run", "Compare the speed with a C program and other servers.")
    web = command("web", "Compare HTTP and WebSocket with a Unix socket and nginx, as `run` does.")
    proxy = command("proxy", "Compare the proxy with nginx' proxy_cache, as `run` does.")
    for made in (run, web, proxy):
        made.add_argument("--rounds", type=int, default=5)
        made.add_argument("--quick", action="store_true", help="a tenth of the requests")
    run.add_argument("--output", type=Path, default=FOLDER)
    command("check", "Compare the instructions per request with the accepted ones.")
    command("accept", "Accept the current instructions per request.")
    upstream = command("upstream", "Count the requests to GitHub, compared with PyGithub and gh.")
    upstream.add_argument("--write", type=Path, metavar="PAGE", help="put the counts there")
    shared = command("shared", "Count what several servers ask, with and without a shared cache.")
    shared.add_argument("--askers", type=int, default=10, help="for each server (10)")
    shared.add_argument("--svg", type=Path, help="draw the requests there")
    shared.add_argument("--times", action="store_true", help="also time hits, by place")
    explorer = command("explorer", "Measure the web explorer, from a navigation to its pictures.")
    explorer.add_argument("--rounds", type=int, default=20)
    cache = command("cache", "Measure hits in a large cache, and while it is kept in its bound.")
    cache.add_argument(
        "--large", type=int, default=1_000_000, help="responses in the large file (1000000)"
    )
    return whole


def main() -> int:
    arguments = parser().parse_args()
    with Workplace(str(Path(arguments.server).resolve())) as workplace:
        # The commands need different packages, so each imports its own.
        if arguments.command == "upstream":
            from . import github_requests

            github_requests.run(workplace, arguments.write)
        elif arguments.command == "shared":
            from . import shared_servers

            shared_servers.run(workplace, arguments.askers, arguments.svg, arguments.times)
        elif arguments.command == "explorer":
            from . import explorer

            return 0 if explorer.run(workplace, arguments.rounds) else 1
        elif arguments.command == "cache":
            from . import large_cache

            large_cache.run(workplace, arguments.large)
        elif arguments.command == "run":
            compare(workplace, arguments)
        elif arguments.command == "web":
            compare_web(workplace, arguments)
        elif arguments.command == "proxy":
            compare_proxy(workplace, arguments)
        else:
            return count(workplace, arguments.command)
    return 0


def compare(workplace: Workplace, arguments: argparse.Namespace) -> None:
    from .measures import Measures
    from .report import Report
    from .subjects import Subjects
    from .upstream import Upstream

    load = os.getloadavg()[0]
    cache = str(workplace.files / "warm.sqlite")
    upstream = Upstream(workplace)
    subjects = Subjects(workplace, upstream, cache)
    measures = Measures(workplace, upstream, subjects, cache, arguments.quick)
    for number in range(arguments.rounds):
        print(f"round {number + 1} of {arguments.rounds}", file=sys.stderr, flush=True)
        measures.round()
    measures.once()
    report = Report(measures.figures, subjects, arguments.rounds, load)
    notes = FOLDER / "NOTES.md"
    report.write(arguments.output, notes.read_text() if notes.exists() else "")
    for target in report.targets:
        print(f"{'met   ' if target.is_met else 'missed'} {target.value:10.3f} {target.text}")


def compare_web(workplace: Workplace, arguments: argparse.Namespace) -> None:
    from .figures import Figures
    from .measures import OTHER_CPU, SERVER_CPU
    from .report import target_table, web_text
    from .subjects import LOGIN
    from .targets import web_targets
    from .upstream import Upstream
    from .web import WebMeasures

    upstream = Upstream(workplace)
    cache = str(workplace.files / "warm.sqlite")
    summary = {"method": "user.summary", "params": {"login": LOGIN}}
    figures = Figures()
    measures = WebMeasures(
        workplace,
        [workplace.server, "serve", *upstream.flags, "--cache", cache],
        workplace.requests("summary.txt", summary),
        figures,
        SERVER_CPU,
        OTHER_CPU,
        10 if arguments.quick else 1,
    )
    for _ in range(arguments.rounds):
        upstream.call("user.summary", {"login": LOGIN, "refresh": True}, cache)
        measures.round()
    measures.memory_of_idle()
    print("\n".join([*target_table(web_targets(figures)), "", *web_text(figures)]))


def compare_proxy(workplace: Workplace, arguments: argparse.Namespace) -> None:
    from .figures import Figures
    from .measures import OTHER_CPU, SERVER_CPU
    from .proxy import ProxyMeasures
    from .report import proxy_text, target_table
    from .targets import proxy_targets

    figures = Figures()
    measures = ProxyMeasures(
        workplace, figures, SERVER_CPU, OTHER_CPU, 10 if arguments.quick else 1
    )
    for _ in range(arguments.rounds):
        measures.round()
    print("\n".join([*target_table(proxy_targets(figures)), "", *proxy_text(figures)]))


def count(workplace: Workplace, command: str) -> int:
    from . import instructions
    from .upstream import Upstream

    counts = instructions.count(workplace, Upstream(workplace))
    if command == "accept":
        instructions.accept(counts)
        return 0
    return 0 if instructions.check(counts) else 1


sys.exit(main())
