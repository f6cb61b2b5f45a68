"""Several servers share one engine: how many requests reach GitHub, and what trouble costs.

The numbers are those of `Documentation/shared-cache.md`. The sandbox counts the requests.
"""

from __future__ import annotations

import json
import os
import re
import signal
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import pytest

from harness.clock import Clock
from harness.engines import ENGINES, Engine, EngineConnection, Engines, Monitor, password
from harness.facts import Facts, wait_for_rest
from harness.fleet import SECRET, TOKEN, Fleet, ask_all
from harness.patience import PATIENT
from harness.processes import Processes, Serving
from harness.records import Record
from harness.relay import Relay
from harness.sandbox import Sandbox
from harness.scripted_engine import ScriptedEngine
from harness.waiting import until
from harness.wire import Connection, request

NewFleet = Callable[..., Fleet]

#: Profile and three pages.
PARAMS = {"login": "exactly-250"}


#: On Redis and on Valkey: tests of fills, refusals, clears, leases, limits, totals and eviction.
on_each_engine = pytest.mark.parametrize("engine", sorted(ENGINES), indirect=True)


@pytest.fixture
def engine(request: pytest.FixtureRequest, engines: Engines) -> Engine:
    return engines.start(name=getattr(request, "param", "redis"))


@pytest.fixture
def new_fleet(processes: Processes, tmp_path_factory: pytest.TempPathFactory) -> NewFleet:
    """Makes a fleet on the engine at ``url``, with a sandbox of its own if none is given."""

    def new_fleet(url: str, *flags: str, sandbox: Optional[Sandbox] = None) -> Fleet:
        # The path of a Unix socket has at most 107 bytes.
        folder = tmp_path_factory.mktemp("f")
        return Fleet(processes, sandbox or processes.start_sandbox(*flags), url, folder)

    return new_fleet


@pytest.fixture
def fleet(new_fleet: NewFleet, engine: Engine) -> Fleet:
    return new_fleet(engine.url)


def page(number: int) -> Dict[str, Any]:
    """Params of a call that takes one request. The first call takes another for the repository."""
    return {
        "owner": "octocat", "name": "Hello-World",
        "page": number % 100 + 1, "perPage": number // 100 + 1,
    }  # fmt: skip


def look(connection: Connection, number: int = 0, **more: Any) -> Any:
    return connection.result("repo.stargazers", {**page(number), **more})


def told_once(server: Serving, words: str) -> None:
    """Waits until the log contains these words, and checks that it does so only once."""
    until(lambda: re.search(words, server.log) is not None)
    server.facts.wait_for_rest()
    assert len(re.findall(words, server.log)) == 1


@on_each_engine
def test_a_second_server_sends_no_requests(fleet: Fleet, engine: Engine) -> None:
    first, second = fleet.start(2)
    with fleet.connect(first) as connection:
        assert connection.result("user.summary", PARAMS)["totalRepositories"] == 250
    assert fleet.sandbox.requests == 4
    until(lambda: fleet.shared(first)["fills"] == 4)
    with fleet.connect(second) as connection:
        answer = connection.result("user.summary", PARAMS)
    assert answer["totalRepositories"] == 250
    assert answer["freshness"]["source"] == "cache"
    assert fleet.sandbox.requests == 4
    shared = fleet.shared(second)
    assert (shared["hits"], shared["fills"], shared["alone"]) == (4, 0, 0)
    assert (shared["state"], shared["url"]) == ("up", engine.url)
    until(lambda: fleet.shared(second)["servers"] == 2)


def test_without_the_flag_nothing_is_shared(processes: Processes) -> None:
    server = processes.serve().stdio()
    assert server.result("cache.stats")["shared"] is None


@pytest.mark.parametrize(("servers", "callers"), [(5, 50), (16, 160)])
def test_concurrent_equal_calls_send_4_requests_in_total(
    servers: int, callers: int, engines: Engines, new_fleet: NewFleet
) -> None:
    fleet = new_fleet(engines.start().url, "--latency", "200")
    started = fleet.start(servers)
    connections = [fleet.connect(started[index % servers]) for index in range(callers)]
    answers = ask_all(connections, PARAMS)
    assert {answer["result"]["totalRepositories"] for answer in answers} == {250}
    # A fill is counted after its message has been sent.
    until(lambda: sum(fleet.shared(server)["fills"] for server in started) == 4)
    shared = [fleet.shared(server) for server in started]
    assert fleet.sandbox.requests == 4, shared
    assert all(figures["alone"] == figures["takeovers"] == 0 for figures in shared)
    for connection in connections:
        connection.close()


@on_each_engine
def test_the_engine_has_the_totals_of_all_servers(
    fleet: Fleet, engine: Engine, processes: Processes
) -> None:
    for server in fleet.start(2):
        with fleet.connect(server) as connection:
            connection.result("user.summary", PARAMS)
        until(lambda: fleet.shared(fleet.servers[0])["fills"] == 4)
    for server in fleet.servers:
        server.process.terminate()
        server.wait()
    done = processes.run("cache", "stats", "--shared-cache", engine.url)
    shared = json.loads(done.stdout)["shared"]
    assert (shared["servers"], shared["responses"]) == (0, 4)
    assert (shared["fills"], shared["hits"], shared["alone"]) == (4, 4, 0)


def test_a_local_hit_makes_no_engine_call(fleet: Fleet, engine: Engine) -> None:
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        connection.result("user.summary", PARAMS)
        until(lambda: fleet.shared(server)["fills"] == 4 and in_flight(engine) == 0)

        def calls() -> int:
            counts = engine.calls()
            return sum(counts.get(name, 0) for name in ("eval", "hmget"))

        before = calls()
        connection.result("user.summary", PARAMS)
        # This method has the same responses, but another result.
        connection.result("repos.list", {**PARAMS, "kind": "user", "limit": 3})
        assert calls() == before


def test_engine_calls_do_not_grow_with_servers(fleet: Fleet, engine: Engine) -> None:
    """At most five calls per request to GitHub: look, claim, admit, settle, publish."""
    monitor = Monitor(engine)
    per_request = []
    for index, server in enumerate(fleet.start(6)):
        with fleet.connect(server) as connection:
            look(connection, 400 + index)
            until(lambda: fleet.shared(server)["fills"] == 1 + (index == 0))
            until(lambda: in_flight(engine) == 0)
            monitor.questions()
            for number in range(10):
                look(connection, 10 * index + number)
        until(lambda: fleet.shared(server)["fills"] == 11 + (index == 0))
        until(lambda: in_flight(engine) == 0)
        per_request.append(monitor.questions() / 10)
    assert fleet.sandbox.requests == 67
    # On a busy machine a transfer may last long enough for its lease to be renewed.
    assert max(per_request) <= 5.5, per_request
    monitor.close()


@on_each_engine
def test_a_refusal_is_shared(engine: Engine, new_fleet: NewFleet) -> None:
    fleet = new_fleet(engine.url)
    github = Relay(fleet.sandbox.port)
    servers = fleet.start(3, *github.upstream)
    connections = [fleet.connect(server) for server in servers]
    # A refusal is not stored, so all servers must ask before it arrives.
    github.holds = True
    for connection in connections:
        connection.send(request("repos.list", {"login": "no-such-user"}))
    fleet.sandbox.wait_for(lambda stats: stats["requests"] == 1)
    wait_for_rest(Facts(engine.pid), *[server.facts for server in servers])
    github.holds = False
    answers = [connection.receive_answer() for connection in connections]
    assert len({answer["error"]["code"] for answer in answers}) == 1
    assert fleet.sandbox.requests == 1
    for connection in connections:
        connection.close()
    github.close()


def warm(fleet: Fleet, servers: List[Serving]) -> None:
    """All servers have the same page, which was fetched once."""
    for server in servers:
        with fleet.connect(server) as connection:
            look(connection)
        until(lambda: fleet.shared(servers[0])["fills"] == 2)
    assert fleet.sandbox.requests == 2


def test_a_refresh_asks_upstream_and_accepts_nothing_older(fleet: Fleet) -> None:
    first, second = fleet.start(2)
    warm(fleet, [first, second])
    with fleet.connect(second) as connection:
        assert look(connection, refresh=True)["freshness"]["source"] == "revalidated"
    assert fleet.sandbox.requests == 4


@on_each_engine
def test_clearing_reaches_every_server(fleet: Fleet) -> None:
    first, second = fleet.start(2)
    warm(fleet, [first, second])
    with fleet.connect(first) as one, fleet.connect(second) as other:
        one.result("cache.clear", {})
        until(lambda: other.result("cache.stats")["entries"] == 0)
        look(other)
    assert fleet.sandbox.requests == 4


@pytest.mark.parametrize("foreign", [("SADD", "x"), ("SET", "text"), ("SET", 2**63 - 1)])
def test_clearing_replaces_a_foreign_counter(
    foreign: Tuple[str, Union[str, int]], fleet: Fleet, engine: Engine
) -> None:
    first, second = fleet.start(2)
    with fleet.connect(first) as one, fleet.connect(second) as other:
        ask_all([one, other], PARAMS)
        command, value = foreign
        engine.ask("DEL", "gx1:clears")
        engine.ask(command, "gx1:clears", value)
        one.result("cache.clear", {})
        assert 0 < int(engine.ask("GET", "gx1:clears")) < 2**62
        until(lambda: other.result("cache.stats")["entries"] == 0)


@on_each_engine
def test_clearing_a_login_reaches_every_server_and_leaves_other_logins(fleet: Fleet) -> None:
    first, second = fleet.start(2)
    warm(fleet, [first, second])
    with fleet.connect(first) as one, fleet.connect(second) as other:
        other.result("user.summary", PARAMS)
        requests, entries = fleet.sandbox.requests, other.result("cache.stats")["entries"]
        one.result("cache.clear", {"login": "octocat"})
        until(lambda: other.result("cache.stats")["entries"] == entries - 2)
        other.result("user.summary", PARAMS)
        assert fleet.sandbox.requests == requests
        look(other)
    assert fleet.sandbox.requests == requests + 2


def hold_back(fleet: Fleet) -> Relay:
    """A relay to the fleet's sandbox that holds back the responses."""
    github = Relay(fleet.sandbox.port)
    github.holds = True
    return github


def hold(fleet: Fleet, server: Serving) -> Connection:
    """A connection with a call for which two requests are running: its server holds two leases."""
    holder = fleet.connect(server)
    holder.send(request("repo.stargazers", page(0)))
    fleet.sandbox.wait_for(lambda stats: stats["requests"] == 2)
    return holder


def wait_behind(engine: Engine, server: Serving) -> None:
    """Waits until the server waits for another's leases: only a refused claim calls PTTL."""
    until(lambda: engine.calls().get("pttl", 0) > 0)
    wait_for_rest(Facts(engine.pid), server.facts)


def test_the_death_of_a_lease_holder_costs_one_request_and_no_error(
    engine: Engine, new_fleet: NewFleet
) -> None:
    fleet = new_fleet(engine.url)
    github = hold_back(fleet)
    first, second = fleet.start(2, *github.upstream)
    holder = hold(fleet, first)
    with fleet.connect(second) as connection:
        connection.send(request("repo.stargazers", page(0)))
        wait_behind(engine, second)
        os.kill(first.process.pid, signal.SIGKILL)
        github.holds = False
        assert connection.receive_answer()["result"]["stargazers"]
    assert fleet.sandbox.requests == 4
    assert fleet.shared(second)["takeovers"] == 2
    holder.close()
    github.close()


def keys_of(engine: Engine, suffix: str) -> List[str]:
    return [key for key in engine.keys() if key.endswith(f"}}:{suffix}")]


def test_a_suspended_lease_holder_costs_one_request_per_key_and_publishes_nothing_older(
    engine: Engine, new_fleet: NewFleet
) -> None:
    fleet = new_fleet(engine.url)
    github = hold_back(fleet)
    first, second = fleet.start(2, *github.upstream)
    holder = hold(fleet, first)
    with fleet.connect(second) as connection:
        connection.send(request("repo.stargazers", page(0)))
        wait_behind(engine, second)
        first.facts.suspend()
        github.holds = False
        assert connection.receive_answer()["result"]["stargazers"]
    until(lambda: fleet.shared(second)["fills"] == 2)
    assert fleet.shared(second)["takeovers"] == 2
    published = {key: engine.ask("HGET", key, "t") for key in keys_of(engine, "r")}
    first.facts.resume()
    assert holder.receive_answer()["result"]["stargazers"]
    # A server publishes everything before it ends.
    first.process.terminate()
    first.wait()
    assert {key: engine.ask("HGET", key, "t") for key in keys_of(engine, "r")} == published
    assert fleet.sandbox.requests == 4
    holder.close()
    github.close()


@on_each_engine
def test_another_server_takes_over_from_a_lease_holder_that_dies_before_asking(
    fleet: Fleet, engine: Engine
) -> None:
    """The holder has the leases and waits for the ledger."""
    first, second = fleet.start(2)
    with fleet.connect(first) as connection:
        look(connection)
    # The server has returned its leases.
    until(lambda: fleet.shared(first)["fills"] == 2)
    use_all_points(engine)
    holder = fleet.connect(first)
    holder.send(request("repo.stargazers", page(1)))
    until(lambda: len(keys_of(engine, "l")) == 1)
    with fleet.connect(second) as connection:
        connection.send(request("repo.stargazers", page(1)))
        wait_behind(engine, second)
        os.kill(first.process.pid, signal.SIGKILL)
        give_points_back(engine)
        assert connection.receive_answer()["result"]["stargazers"]
    assert fleet.sandbox.requests == 3
    assert fleet.shared(second)["takeovers"] == 1
    holder.close()


def test_a_lease_holder_that_loses_the_engine_costs_one_request_per_key(
    engine: Engine, new_fleet: NewFleet
) -> None:
    """The holder has sent its requests, but cannot publish the responses."""
    relay = Relay(engine.port)
    fleet = new_fleet(engine.url)
    github = hold_back(fleet)
    cut_off = new_fleet(relay.url, sandbox=fleet.sandbox)
    (first,), (second,) = (each.start(1, *github.upstream) for each in (cut_off, fleet))
    holder = hold(cut_off, first)
    with fleet.connect(second) as connection:
        connection.send(request("repo.stargazers", page(0)))
        wait_behind(engine, second)
        relay.swallows = True
        github.holds = False
        assert connection.receive_answer()["result"]["stargazers"]
    assert holder.receive_answer()["result"]["stargazers"]
    assert fleet.sandbox.requests == 4
    assert fleet.shared(second)["takeovers"] == 2
    holder.close()
    relay.close()
    github.close()


def test_leases_return_after_a_restart_of_the_engine(engine: Engine, new_fleet: NewFleet) -> None:
    fleet = new_fleet(engine.url)
    github = hold_back(fleet)
    first, second = fleet.start(2, *github.upstream)
    holder = hold(fleet, first)
    engine.stop()
    engine.start()
    until(lambda: len(keys_of(engine, "l")) == 2)
    until(lambda: fleet.shared(second)["state"] == "up")
    looks = engine.calls().get("hmget", 0)
    with fleet.connect(second) as connection:
        connection.send(request("repo.stargazers", page(0)))
        until(lambda: engine.calls().get("hmget", 0) > looks)
        github.holds = False
        assert connection.receive_answer()["result"]["stargazers"]
    assert holder.receive_answer()["result"]["stargazers"]
    assert fleet.sandbox.requests == 2
    holder.close()
    github.close()


@on_each_engine
def test_a_full_engine_that_evicts_keeps_working(fleet: Fleet, engine: Engine) -> None:
    first, second = fleet.start(2)
    with fleet.connect(first) as one, fleet.connect(second) as other:
        look(one)
        for number in range(500):
            engine.ask("SET", f"other-{number}", b"x" * 1000)
        used = int(re.findall(r"used_memory:(\d+)", engine.ask("INFO", "memory").decode())[0])
        engine.ask("CONFIG", "SET", "maxmemory", used)
        engine.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
        for number in range(20):
            look(one, number)
            look(other, number)
    assert int(re.findall(r"evicted_keys:(\d+)", engine.ask("INFO", "stats").decode())[0]) > 0
    # Each server fetches an evicted response at most once more.
    assert 21 <= fleet.sandbox.requests <= 42
    for server in (first, second):
        shared = fleet.shared(server)
        assert (shared["state"], shared["alone"]) == ("up", 0)


def test_servers_wait_for_a_slow_engine(engine: Engine, new_fleet: NewFleet) -> None:
    relay = Relay(engine.port)
    relay.delay = 0.02
    fleet = new_fleet(relay.url)
    first, second = fleet.start(2)
    for server in (first, second):
        with fleet.connect(server) as connection:
            assert connection.result("user.summary", PARAMS)["totalRepositories"] == 250
        until(lambda: fleet.shared(first)["fills"] == 4)
    assert fleet.sandbox.requests == 4
    assert fleet.log() == ""
    relay.close()


def with_password(engine: Engine, folder: Path) -> List[str]:
    """Gives the engine a password. Returns the flags of a server that knows it."""
    word = password()
    path = folder / "password"
    path.touch(mode=0o600)
    path.write_text(f"{word}\n")
    engine.ask("CONFIG", "SET", "requirepass", word)
    engine.auth = [word]
    return ["--shared-cache-password-file", str(path)]


def test_servers_of_different_formats_do_not_disturb_each_other(
    fleet: Fleet, engine: Engine
) -> None:
    flags = with_password(engine, fleet.folder)
    (server,) = fleet.start(1, *flags, environment={})
    with fleet.connect(server) as connection:
        connection.result("user.summary", PARAMS)
    until(lambda: fleet.shared(server)["fills"] == 4)
    # Records of other versions: of another epoch, and of another format within this one.
    with_others = engine.connect()
    for key in keys_of(engine, "r"):
        with_others("HSET", key.replace("gx1:", "gx2:"), "t", "1")
        metadata = with_others("HGET", key, "m")
        assert metadata[0] == Record.FORMAT
        with_others("HSET", key, "m", bytes([Record.FORMAT + 1]) + metadata[1:])
    with_others.close()
    (other,) = fleet.start(1, *flags, environment={})
    with fleet.connect(other) as connection:
        assert connection.result("user.summary", PARAMS)["totalRepositories"] == 250
    assert fleet.sandbox.requests == 8
    until(lambda: fleet.shared(other)["fills"] == 4)
    assert fleet.shared(other)["alone"] == 0
    assert len([key for key in engine.keys() if key.startswith("gx2:")]) == 4


def use_all_points(engine: Engine) -> None:
    """Records 900 requests of other servers, 20 seconds ago: within a client's time limit."""
    (key,) = keys_of(engine, "p")
    bucket = int(engine.ask("HKEYS", key)[0])
    engine.ask("HSET", key, bucket - 4, 900)


def give_points_back(engine: Engine) -> None:
    """Removes the recorded requests, as if a minute had passed."""
    (key,) = keys_of(engine, "p")
    engine.ask("DEL", key)


def test_servers_send_at_most_900_requests_in_a_minute(fleet: Fleet, engine: Engine) -> None:
    first, second = fleet.start(2)
    with fleet.connect(first) as one, fleet.connect(second) as other:
        look(one)
        until(lambda: fleet.shared(first)["fills"] == 2)
        use_all_points(engine)
        one.send(request("repo.stargazers", page(1)))
        other.send(request("repo.stargazers", page(2)))
        # Both have their leases, and ask the ledger repeatedly.
        until(lambda: len(keys_of(engine, "l")) == 2)
        asked = engine.calls()["eval"]
        until(lambda: engine.calls()["eval"] >= asked + 12)
        assert fleet.sandbox.requests == 2
        give_points_back(engine)
        for connection in (one, other):
            assert connection.receive_answer()["result"]["stargazers"]
    assert fleet.sandbox.requests == 4


@on_each_engine
def test_servers_never_exceed_the_remaining_limit(engine: Engine, new_fleet: NewFleet) -> None:
    """With a limit of 100 searches, 100 of 400 reach GitHub, which refuses none."""
    fleet = new_fleet(engine.url, "--rate-limit", "600", "--users", "1000")
    connections = [fleet.connect(server) for server in fleet.start(8, *PATIENT)]
    for number in range(50):
        for index, connection in enumerate(connections):
            size = 5 * index + number // 10 + 1
            search = {"query": "tom", "page": number % 10 + 1, "perPage": size}
            connection.send(request("search.users", search, id=number))
    answers = [answer for one in connections for answer in one.receive_answers(50)]
    found = sum("result" in answer for answer in answers)
    assert found == fleet.sandbox.requests == 100
    kinds = {answer["error"]["data"]["kind"] for answer in answers if "error" in answer}
    assert kinds == {"rateLimited"}
    for connection in connections:
        connection.close()


def test_a_flood_has_at_most_90_requests_in_flight(engine: Engine, new_fleet: NewFleet) -> None:
    fleet = new_fleet(engine.url, "--latency", "300")
    started = fleet.start(16, "--upstream-concurrency", "50")
    connections = [fleet.connect(server) for server in started]
    for number in range(15):
        for index, connection in enumerate(connections):
            question = request("repo.stargazers", page(15 * index + number), id=number)
            connection.send(question)
    answers = [answer for one in connections for answer in one.receive_answers(15)]
    assert all("result" in answer for answer in answers)
    stats = fleet.sandbox.stats()
    assert stats["requests"] == 241, fleet.log()
    assert stats["maxInFlight"] <= 90
    for connection in connections:
        connection.close()


def points(engine: Engine) -> int:
    """The number of requests that the ledger has granted in the last minute."""
    keys = [key for key in engine.keys() if key.endswith(":p")]
    return sum(int(count) for key in keys for count in engine.ask("HVALS", key))


def in_flight(engine: Engine) -> int:
    keys = [key for key in engine.keys() if key.endswith(":f")]
    return sum(engine.ask("ZCARD", key) for key in keys)


@on_each_engine
def test_every_attempt_of_a_retry_is_reserved(fleet: Fleet, engine: Engine) -> None:
    fleet.sandbox.fault("http503", times=2)
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        look(connection)
    assert fleet.sandbox.requests == 4
    assert points(engine) == 4
    until(lambda: in_flight(engine) == 0)


def absent(engine: Engine, relay: Relay) -> None:
    engine.stop()


def suspended(engine: Engine, relay: Relay) -> None:
    engine.suspend()


def blackholed(engine: Engine, relay: Relay) -> None:
    relay.swallows = True


def cut(engine: Engine, relay: Relay) -> None:
    relay.cut()


@pytest.mark.parametrize("trouble", [absent, suspended, blackholed, cut])
def test_trouble_with_the_engine_causes_no_errors(
    trouble: Callable[[Engine, Relay], None], engines: Engines, new_fleet: NewFleet
) -> None:  # fmt: skip
    engine = engines.start()
    relay = Relay(engine.port)
    fleet = new_fleet(relay.url)
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        look(connection)
        trouble(engine, relay)
        for number in range(20):
            look(connection, number + 1)
        assert fleet.sandbox.requests == 22
    if trouble is not cut:
        told_once(server, "continuing without it")
        relay.swallows = False
        engine.start() if trouble is absent else engine.resume()
        until(lambda: "is back" in server.log)
        until(lambda: fleet.shared(server)["state"] == "up")
        with fleet.connect(server) as connection:
            fills = fleet.shared(server)["fills"]
            look(connection, 50)
            until(lambda: fleet.shared(server)["fills"] > fills)
    relay.close()


def test_an_absent_engine_costs_one_log_line(new_fleet: NewFleet) -> None:
    fleet = new_fleet("redis://127.0.0.1:1")
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        for number in range(5):
            look(connection, number)
    assert fleet.sandbox.requests == 6
    assert fleet.shared(server)["state"] == "down"
    told_once(server, "continuing without it")


def test_servers_work_without_a_full_engine(engines: Engines, new_fleet: NewFleet) -> None:
    engine = engines.start("--maxmemory", "1", "--maxmemory-policy", "noeviction")
    fleet = new_fleet(engine.url)
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        for number in range(5):
            look(connection, number)
    assert fleet.sandbox.requests == 6
    assert fleet.shared(server)["state"] == "full"
    told_once(server, "no memory left")


def no_password(engine: Engine) -> None:
    engine.ask("CONFIG", "SET", "requirepass", password())


def no_subscriptions(engine: Engine) -> None:
    engine.ask("ACL", "SETUSER", "default", "resetchannels")


def no_scripts(engine: Engine) -> None:
    engine.ask("ACL", "SETUSER", "default", "-eval")


def no_writes(engine: Engine) -> None:
    engine.ask("ACL", "SETUSER", "default", "-hset", "-zadd", "-set")


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (no_password, "NOAUTH"), (no_subscriptions, "NOPERM"), (no_scripts, "NOPERM"),
        (no_writes, "NOPERM|ACL failure|can't run this command"),
    ],
)  # fmt: skip
def test_servers_work_without_an_engine_that_refuses_until_it_stops_refusing(
    refusal: Callable[[Engine], None], words: str, fleet: Fleet, engine: Engine
) -> None:
    # The tests' own connection is opened before, with all permissions.
    administrator = engine.connect()
    refusal(engine)
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        for number in range(5):
            look(connection, number)
    assert fleet.sandbox.requests == 6
    assert fleet.shared(server)["state"] == "down"
    told_once(server, "continuing without it")
    assert re.search(f"{re.escape(engine.url)}.*({words})", server.log)
    administrator("CONFIG", "SET", "requirepass", "")
    administrator("ACL", "SETUSER", "default", "on", "nopass", "~*", "&*", "+@all")
    with fleet.connect(server) as connection:
        numbers = iter(range(10, 1000))
        until(lambda: look(connection, next(numbers)) and fleet.shared(server)["state"] == "up")
        fills = fleet.shared(server)["fills"]
        look(connection, 5)
        until(lambda: fleet.shared(server)["fills"] > fills)
    told_once(server, " is back: | may be used again")
    administrator.close()


def test_an_engine_without_scripts_is_down_from_the_start(
    engines: Engines, new_fleet: NewFleet
) -> None:
    fleet = new_fleet(engines.start("--rename-command", "EVAL", "").url)
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        look(connection)
    assert fleet.shared(server)["state"] == "down"
    told_once(server, "continuing without it")
    assert re.search("unknown command .?EVAL", server.log)


def test_an_engine_that_becomes_a_replica_is_down_until_it_is_promoted(
    fleet: Fleet, engine: Engine, engines: Engines
) -> None:
    primary = engines.start()
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        look(connection)
        engine.ask("REPLICAOF", "127.0.0.1", str(primary.port))
        numbers = iter(range(1, 1000))
        until(lambda: look(connection, next(numbers)) and fleet.shared(server)["state"] == "down")
        told_once(server, "READONLY")
        engine.ask("REPLICAOF", "NO", "ONE")
        until(lambda: fleet.shared(server)["state"] == "up")
        fills = fleet.shared(server)["fills"]
        look(connection, 1001)
        until(lambda: fleet.shared(server)["fills"] > fills)
    told_once(server, "continuing without it")
    told_once(server, " is back: ")


def connections(administrator: EngineConnection) -> int:
    """The connections that the engine has received."""
    text = administrator("INFO", "stats").decode()
    return int(text.partition("total_connections_received:")[2].split()[0])


def test_an_engine_whose_writes_are_paused_is_down_until_they_resume(
    fleet: Fleet, engine: Engine
) -> None:
    administrator = engine.connect()
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        look(connection)
        administrator("CLIENT", "PAUSE", 600_000, "WRITE")
        look(connection, 1)
        until(lambda: fleet.shared(server)["state"] == "down")
        # Two attempts to connect fail without another log line.
        attempts = connections(administrator)
        until(lambda: connections(administrator) >= attempts + 2)
        told_once(server, "continuing without it")
        assert server.log.count(" is back: ") == 0
        administrator("CLIENT", "UNPAUSE")
        until(lambda: fleet.shared(server)["state"] == "up")
    told_once(server, " is back: ")
    administrator.close()


@pytest.mark.parametrize(
    "time",
    [(1_700_000_000, 2**63 - 1), (2**63 - 1, 2**63 - 1), (-(2**63), -(2**63)), (0, 0), (2**33, 0)],
)
def test_an_impossible_clock_is_not_trusted(time: Tuple[int, int], new_fleet: NewFleet) -> None:
    with ScriptedEngine(time) as engine:
        fleet = new_fleet(engine.url)
        (server,) = fleet.start()
        with fleet.connect(server) as connection:
            for number in range(3):
                look(connection, number)
        assert fleet.sandbox.requests == 4


def test_an_engine_that_only_pushes_counts_as_gone(new_fleet: NewFleet) -> None:
    with ScriptedEngine(pushes=True) as engine:
        fleet = new_fleet(engine.url)
        (server,) = fleet.start()
        with fleet.connect(server) as connection:
            for number in range(3):
                look(connection, number)
        assert fleet.sandbox.requests == 4
        until(lambda: "no reply for 500 ms" in server.log)
        server.process.terminate()
        assert server.wait() == 0
        assert "8 seconds" not in server.log


def test_a_command_ends_although_its_engine_only_pushes(
    new_fleet: NewFleet, processes: Processes
) -> None:
    with ScriptedEngine(pushes=True) as engine:
        fleet = new_fleet(engine.url)
        flags = ["--api-url", fleet.sandbox.url, "--shared-cache", engine.url]
        done = processes.run(
            "call", "user.summary", json.dumps(PARAMS), *flags, environment=TOKEN
        )
    assert done.returncode == 0, done.stderr
    assert b"no reply for 500 ms" in done.stderr


def test_a_command_reports_a_healthy_engine(
    engine: Engine, processes: Processes
) -> None:
    done = processes.run("call", "cache.stats", "--sandbox", "--shared-cache", engine.url)
    assert json.loads(done.stdout)["shared"]["state"] == "up"


def test_an_engine_that_never_grants_a_lease_delays_one_request(new_fleet: NewFleet) -> None:
    """The first request waits for half a minute; later ones ask GitHub immediately."""
    with ScriptedEngine(busy=True) as engine:
        fleet = new_fleet(engine.url)
        (server,) = fleet.start()
        with fleet.connect(server) as connection:
            # A request may take a minute. These are five in a row.
            for number in range(2):
                look(connection, number)
            assert connection.result("user.summary", PARAMS)["totalRepositories"] == 250
            assert fleet.shared(server)["waits"] <= 2


def test_a_flood_of_clears_starves_no_request(fleet: Fleet, engine: Engine) -> None:
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        look(connection)
        before = server.facts.peak
        publish = b"*3\r\n$7\r\nPUBLISH\r\n$11\r\ngx1:cleared\r\n$9\r\nsomebody \r\n"
        flood = engine.connect()
        for number in range(20):
            flood.send(publish * 10_000)
            look(connection, number)
        flood.close()
        assert server.facts.peak - before < 64 << 10


#: A field of a budget that another program wrote, by the key's last letter.
JUNK: List[Tuple[str, Sequence[Union[str, int]]]] = [
    ("b", ("HSET", "remaining", -1)), ("b", ("HSET", "remaining", "nan")),
    ("b", ("HSET", "remaining", 0, "limit", -5, "reset", "inf")),
    ("b", ("HSET", "secondary", "0x7fffffffffffff")),
    ("p", ("HSET", "{bucket}", 1_000_000)), ("p", ("HSET", "{bucket}", -1_000_000)),
    ("p", ("HSET", "{bucket}", "much")),
    ("f", ("ZADD", "{hour}", "foreign")),
]  # fmt: skip


@pytest.mark.parametrize(("key", "junk"), JUNK, ids=[f"{key}-{junk[-1]}" for key, junk in JUNK])
def test_invalid_values_in_a_budget_neither_block_requests_nor_lift_the_limit(
    key: str, junk: Sequence[Union[str, int]], fleet: Fleet, engine: Engine
) -> None:
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        look(connection)
        until(lambda: fleet.shared(server)["fills"] == 2 and in_flight(engine) == 0)
        now = int(engine.ask("TIME")[0])
        places = {"bucket": now // 5, "hour": (now + 3_600) * 1_000_000}
        name = keys_of(engine, key)[0] if keys_of(engine, key) else budget_key(engine, key)
        command, *words = (str(word).format(**places) for word in junk)
        for index in range(95 if key == "f" else 1):
            engine.ask(command, name, *words[:-1], words[-1] + (str(index) if key == "f" else ""))
        for number in range(1, 4):
            look(connection, number)
        # The last admitted request is counted, but foreign values are not.
        assert 3 <= points(engine) <= 5
        until(lambda: in_flight(engine) == 0)
    assert fleet.sandbox.requests == 5


def budget_key(engine: Engine, letter: str) -> str:
    """The key with that letter, for the budget of the other keys."""
    return keys_of(engine, "p")[0][:-1] + letter


def test_an_impossible_limit_is_not_trusted(new_fleet: NewFleet, engine: Engine) -> None:
    """The ledger has an impossible limit in an endless window; GitHub's headers correct it."""
    fleet = new_fleet(engine.url, "--rate-limit", "60")
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        look(connection)
        until(lambda: fleet.shared(server)["fills"] == 2 and in_flight(engine) == 0)
        (key,) = keys_of(engine, "b")
        limit = int(engine.ask("HGET", key, "limit"))
        engine.ask("HSET", key, "remaining", 1_000_000, "window", 10**15)
        look(connection, 1)
        until(lambda: int(engine.ask("HGET", key, "remaining")) <= limit)


def test_a_wrong_password_is_reported_but_not_printed(
    fleet: Fleet, engine: Engine, tmp_path: Path
) -> None:
    engine.ask("CONFIG", "SET", "requirepass", password())
    wrong = password()
    path = tmp_path / "password"
    path.touch(mode=0o600)
    path.write_text(f"{wrong}\n")
    (server,) = fleet.start(1, "--shared-cache-password-file", str(path))
    with fleet.connect(server) as connection:
        look(connection)
    assert fleet.sandbox.requests == 2
    until(lambda: "WRONGPASS" in server.log)
    told_once(server, "continuing without it")
    assert wrong not in server.log


def garbage(engine: Engine, key: str) -> None:
    engine.ask("DEL", key)
    engine.ask("SET", key, b"\x00garbage\xff")


@on_each_engine
def test_garbage_under_every_key_is_a_miss(fleet: Fleet, engine: Engine) -> None:
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        connection.result("user.summary", PARAMS)
    until(lambda: fleet.shared(server)["fills"] == 4)
    for key in engine.keys():
        garbage(engine, key)
    (other,) = fleet.start()
    with fleet.connect(other) as connection:
        assert connection.result("user.summary", PARAMS)["totalRepositories"] == 250
    until(lambda: fleet.shared(other)["fills"] == 4)
    assert fleet.sandbox.requests == 8
    assert fleet.shared(other)["alone"] == 0
    for key in engine.keys():
        if key.endswith(":r"):
            for field in ("t", "s", "m", "b"):
                engine.ask("HSET", key, field, b"\x01\xff\x03")
    (third,) = fleet.start()
    with fleet.connect(third) as connection:
        assert connection.result("user.summary", PARAMS)["totalRepositories"] == 250
    assert fleet.sandbox.requests == 12


# Forgeries by somebody who may write to the engine.


@pytest.mark.parametrize("address", ["url", "unix_url"])
def test_servers_without_a_token_share_nothing_through_an_engine_without_a_password(
    address: str, engines: Engines, new_fleet: NewFleet
) -> None:
    engine = engines.start()
    fleet = new_fleet(getattr(engine, address))
    for server in fleet.start(2, environment={}):
        with fleet.connect(server) as connection:
            assert connection.result("user.summary", PARAMS)["totalRepositories"] == 250
        until(lambda: "nothing is shared without a token" in server.log)
    assert fleet.sandbox.requests == 8
    for server in fleet.servers:
        # A server publishes everything before it ends.
        server.process.terminate()
        server.wait()
    assert keys_of(engine, "r") == []


class Anonymous:
    """Servers without a token that share through an engine with a password."""

    def __init__(self, engine: Engine, fleet: Fleet) -> None:
        self.engine = engine
        self.fleet = fleet
        self._flags = with_password(engine, fleet.folder)

    def start(self) -> Serving:
        (server,) = self.fleet.start(1, *self._flags, environment={})
        return server

    def summary(self, server: Serving) -> Any:
        with self.fleet.connect(server) as connection:
            return connection.result("user.summary", {"login": "octocat"})

    def publish(self) -> Any:
        """Publishes the true profile and page in the engine, and returns the summary."""
        server = self.start()
        summary = self.summary(server)
        until(lambda: self.fleet.shared(server)["fills"] == 2)
        assert self.fleet.sandbox.requests == 2
        return without_freshness(summary)

    def forge(self, change: Callable[[Record], None]) -> None:
        for key in keys_of(self.engine, "r"):
            record = Record.read(self.engine, key)
            change(record)
            record.write(self.engine, key)


def without_freshness(result: Any) -> Any:
    return {name: value for name, value in result.items() if name != "freshness"}


@pytest.fixture
def anonymous(engine: Engine, fleet: Fleet) -> Anonymous:
    return Anonymous(engine, fleet)


def test_servers_without_a_token_share_through_an_engine_with_a_password(
    anonymous: Anonymous
) -> None:
    summary = anonymous.publish()
    second = anonymous.start()
    assert without_freshness(anonymous.summary(second)) == summary
    assert anonymous.fleet.sandbox.requests == 2
    assert anonymous.fleet.shared(second)["hits"] == 2


def is_profile(record: Record) -> bool:
    return record.body.startswith(b"{")


def a_redirect(record: Record) -> None:
    """A redirect to another user."""
    if is_profile(record):
        record.fields["Location"] = "/users/exactly-250"
        record.status = 301


def another_type(record: Record) -> None:
    record.body = b"[]" if is_profile(record) else b"{}"


def broken_json(record: Record) -> None:
    record.body = record.body[:-1]


def no_json(record: Record) -> None:
    record.fields["Content-Type"] = "text/html"
    record.body = b"<html>"


def from_the_future(record: Record) -> None:
    falsify(record)
    record.age(-3600)


def by_one_clock_from_the_future(record: Record) -> None:
    falsify(record)
    record.machine_time += 3_600_000


def old_with_a_true_validator(record: Record) -> None:
    """GitHub would confirm the old response by its validator."""
    falsify(record)
    assert any(name.lower() == "etag" for name in record.fields)
    record.age(600)


def falsify(record: Record) -> None:
    record.body = record.body.replace(b"octocat", b"mallory")


@pytest.mark.parametrize(
    "forgery",
    [
        a_redirect, another_type, broken_json, no_json, from_the_future,
        by_one_clock_from_the_future, old_with_a_true_validator,
    ],
)  # fmt: skip
def test_a_forged_response_is_not_used(
    forgery: Callable[[Record], None], anonymous: Anonymous, engine: Engine
) -> None:
    summary = anonymous.publish()
    anonymous.forge(forgery)
    server = anonymous.start()
    for _ in range(2):
        assert without_freshness(anonymous.summary(server)) == summary
    forged = 1 if forgery is a_redirect else 2
    assert anonymous.fleet.sandbox.requests == 2 + forged
    # The true response replaces the forgery.
    until(lambda: anonymous.fleet.shared(server)["fills"] == forged)
    assert without_freshness(anonymous.summary(anonymous.start())) == summary
    assert anonymous.fleet.sandbox.requests == 2 + forged


def test_no_shared_lifetime_is_longer_than_31_days(anonymous: Anonymous) -> None:
    anonymous.publish()

    def for_ever(record: Record) -> None:
        record.fields = {
            name: value for name, value in record.fields.items()
            if name.lower() != "cache-control"
        }  # fmt: skip
        record.fields["Cache-Control"] = "public, max-age=2147483647"

    anonymous.forge(for_ever)
    freshness = anonymous.summary(anonymous.start())["freshness"]
    assert freshness["source"] == "cache"
    assert anonymous.fleet.sandbox.requests == 2
    life = moment(freshness["expiresAt"]) - moment(freshness["fetchedAt"])
    assert timedelta(days=30) < life <= timedelta(days=31)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def test_an_engine_with_a_wrong_clock_makes_no_response_younger(
    fleet: Fleet, tmp_path: Path
) -> None:
    """By the engine's clock, a response that is two hours old has just arrived."""
    clock = Clock(tmp_path)
    clock.advance(7_200)
    (first,) = fleet.start()
    with fleet.connect(first) as connection:
        connection.result("user.summary", PARAMS)
    until(lambda: fleet.shared(first)["fills"] == 4)
    (later,) = fleet.start(environment={**TOKEN, **clock.environment})
    with fleet.connect(later) as connection:
        answer = connection.result("user.summary", PARAMS)
    assert answer["freshness"]["source"] == "revalidated"
    assert fleet.sandbox.requests == 8


def test_an_old_outcome_does_not_end_a_later_wait(engine: Engine, new_fleet: NewFleet) -> None:
    fleet = new_fleet(engine.url)
    github = Relay(fleet.sandbox.port)
    first, second = fleet.start(2, *github.upstream)
    (failing,) = fleet.start()
    listener = engine.connect()
    listener("SUBSCRIBE", "gx1:done")
    fleet.sandbox.fault("http500")
    with fleet.connect(failing) as connection:
        assert "error" in connection.call("repo.stargazers", page(0))
    # One of its two requests may still be running when the other has failed.
    failing.process.terminate()
    failing.wait()
    # A message without an outcome consists only of the key's name.
    while len(outcome := listener.read()[2]) == 32:
        continue
    listener.close()
    before = fleet.sandbox.requests
    fleet.sandbox.configure(faults=[])
    github.holds = True
    holder = fleet.connect(first)
    holder.send(request("repo.stargazers", page(0)))
    until(lambda: len(keys_of(engine, "l")) == 2)
    with fleet.connect(second) as connection:
        connection.send(request("repo.stargazers", page(0)))
        wait_behind(engine, second)
        engine.ask("PUBLISH", "gx1:done", outcome)
        github.holds = False
        assert connection.receive_answer()["result"]["stargazers"]
    assert holder.receive_answer()["result"]["stargazers"]
    assert fleet.sandbox.requests == before + 2
    holder.close()
    github.close()


def test_clocks_that_differ_by_five_minutes_change_nothing(fleet: Fleet, tmp_path: Path) -> None:
    def clock(name: str, seconds: int) -> Dict[str, str]:
        folder = tmp_path / name
        folder.mkdir()
        moved = Clock(folder)
        moved.advance(seconds)
        return {**TOKEN, **moved.environment}

    servers = [
        *fleet.start(environment=clock("slow", -300)),
        *fleet.start(environment=clock("fast", 300)),
    ]
    for server in servers:
        with fleet.connect(server) as connection:
            answer = connection.result("user.summary", PARAMS)
            assert answer["totalRepositories"] == 250
        until(lambda: fleet.shared(servers[0])["fills"] == 4)
    assert fleet.sandbox.requests == 4


def test_the_engine_sees_no_secret(engines: Engines, new_fleet: NewFleet) -> None:
    secret = password()
    engine = engines.start("--requirepass", secret)
    engine.auth = [secret]
    fleet = new_fleet(engine.url)
    path = fleet.folder / "password"
    path.touch(mode=0o600)
    path.write_text(f"{secret}\n")
    monitor = engine.connect()
    monitor("MONITOR")
    (server,) = fleet.start(1, "--shared-cache-password-file", str(path), "--log-level", "trace")
    with fleet.connect(server) as connection:
        connection.result("user.summary", {"login": "exactly-250"})
        connection.result("cache.clear", {"login": "octocat"})
        look(connection)
    until(lambda: fleet.shared(server)["fills"] == 6)
    seen = b""
    for key in engine.keys():
        seen += key.encode()
        seen += engine.ask("DUMP", key) or b""
    # Every earlier command has been recorded by now.
    engine.ask("PING", "the-end")
    lines = ""
    while "the-end" not in lines:
        lines += str(monitor.read())
    monitor.close()
    command = Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
    text = (seen + lines.encode() + command + server.log.encode()).lower()
    for word in (SECRET, secret, "octocat", "exactly-250", "api/users", "hello-world"):
        assert word.lower().encode() not in text, word
