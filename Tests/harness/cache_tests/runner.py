"""Runs tests, as the suite's `test-engine/client`."""

from __future__ import annotations

import asyncio
import copy
import json
import uuid as uuids
from typing import Any, Dict, Iterable, List, Optional, Tuple

from .checks import CheckError, check_requests, check_response
from .fetch import Client, FetchError, Response
from .fields import fix_up
from .suite import Config, Test
from .trace import Trace

#: In seconds, after a request that says so.
PAUSE = 3.0

#: How long the suite's own program waits for a response, in seconds.
TIMEOUT = 10.0

#: True, or the name and the message of the error. This is what the suite's program prints.
Result = Any


class Runner:
    """Runs tests against the proxy at `base`, which forwards to the origin.

    `timeout` is in seconds, for each response. A trace gets the messages of the client, and asks
    the origin for its own.
    """

    def __init__(
        self, base: str, timeout: float = TIMEOUT, trace: Optional[Trace] = None
    ) -> None:
        self.base = base.rstrip("/")
        self.timeout = timeout
        self.trace = trace

    def run(self, tests: Iterable[Test], at_once: int = 50) -> Dict[str, Result]:
        """The result of each test, by id."""
        return asyncio.run(self._run_all(list(tests), at_once))

    async def _run_all(self, tests: List[Test], at_once: int) -> Dict[str, Result]:
        turns = asyncio.Semaphore(at_once)
        client = Client(self.base, self.timeout)

        async def one(test: Test) -> Tuple[str, Result]:
            async with turns:
                return test.id, await self._run(test, client)

        try:
            return dict(await asyncio.gather(*map(one, tests)))
        finally:
            client.close()

    async def _run(self, test: Test, client: Client) -> Result:
        try:
            await self._run_steps(test, client)
        except (CheckError, FetchError) as error:
            return [error.name, error.message]
        except json.JSONDecodeError as error:
            return ["SyntaxError", str(error)]
        return True

    async def _run_steps(self, test: Test, client: Client) -> None:
        uuid = str(uuids.uuid4())
        configs: List[Config] = copy.deepcopy(test.requests)
        for config in configs:
            config.update(name=test.name, id=test.id, dump=self.trace is not None)
        await self._configure(client, uuid, configs)
        responses: List[Response] = []
        for number, config in enumerate(configs, 1):
            previous = responses[-1].fields if responses else {}
            responses.append(await self._ask(client, uuid, number, config, previous))
            check_response(number, config, responses[-1], uuid)
            if config.get("pause_after") is True:
                await asyncio.sleep(PAUSE)
        check_requests(configs, responses, await self._state(client, uuid))

    async def _configure(self, client: Client, uuid: str, configs: List[Config]) -> None:
        kind = [("content-type", "application/json")]
        try:
            response = await client.fetch(f"/config/{uuid}", "PUT", kind, json.dumps(configs))
            fault = "" if response.status == 201 else response.head.line
        except FetchError as error:
            fault = str(error)
        if self.trace and fault:
            # The next response is then no 200.
            self.trace.message("client could not PUT the configuration", fault)

    async def _state(self, client: Client, uuid: str) -> List[Dict[str, Any]]:
        response = await client.fetch(f"/state/{uuid}")
        return json.loads(response.text()) if response.status == 200 else []

    async def _ask(
        self, client: Client, uuid: str, number: int, config: Config, previous: Dict[str, str]
    ) -> Response:
        target = f"/test/{uuid}"
        if "filename" in config:
            target += f"/{config['filename']}"
        if "query_arg" in config:
            target += f"?{config['query_arg']}"
        method = config.get("request_method", "GET")
        fields = request_fields(number, config, previous)
        if self.trace:
            self.trace.message(f"client sends request {number}", f"{method} {target}", fields)
        try:
            response = await client.fetch(
                target, method, fields, config.get("request_body"),
                new="expected_interim_responses" in config,
            )  # fmt: skip
        except FetchError as error:
            if self.trace:
                self.trace.message(f"client receives no response {number}", str(error))
            raise
        if self.trace:
            for status, interim in response.interim:
                self.trace.message("client receives interim response", f"{status}", interim)
            title, head = f"client receives response {number}", response.head
            self.trace.message(title, head.line, head.fields, response.body)
        return response


def request_fields(
    number: int, config: Config, previous: Dict[str, str]
) -> List[Tuple[str, str]]:
    """The fields of a request. The first two keep `fetch` from adding ones that forbid a cache."""
    fields: List[List[Any]] = [["Pragma", "foo"], ["Cache-Control", "nothing-to-see-here"]]
    for field in config.get("request_headers", []):
        if config.get("magic_ims") is True and field[0].lower() == "if-modified-since":
            field = fix_up(field, previous, config)
        fields.append(field)
    fields.append(["Test-Name", config["name"]])
    fields += [["Test-ID", config["id"]], ["Req-Num", str(number)]]
    return [(name, str(value)) for name, value in fields]
