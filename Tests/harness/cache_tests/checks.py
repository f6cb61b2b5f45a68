"""Checks what client and origin have received, as the suite's `test-engine/client/test.mjs`.

The order of the checks and their messages are the suite's: the first one that fails is the result.
"""

from __future__ import annotations

from typing import Any, Dict, List

from .fetch import Response
from .fields import NO_BODY, fix_up, parse_int
from .suite import Config


class CheckError(Exception):
    """A check failed: `Setup`, `Assertion`, or an error that JavaScript has there."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.message = message


def check(is_setup: bool, holds: bool, message: str) -> None:
    if not holds:
        raise CheckError("Setup" if is_setup else "Assertion", message)


def is_setup(config: Config, member: str) -> bool:
    return config.get("setup") is True or member in config.get("setup_tests", [])


def shown(value: Any) -> str:
    """A value as JavaScript puts it into a text."""
    return "null" if value is None else str(value)


def check_response(number: int, config: Config, response: Response, uuid: str) -> None:
    """Checks a response: `number` counts from 1."""
    numbers = (response.get("Request-Numbers") or "").split(" ")
    check(True, len(numbers) == len(set(numbers)), "retry")
    _check_type(number, config, response)
    _check_status(number, config, response)
    _check_fields(number, config, response)
    _check_missing(number, config, response)
    if "expected_interim_responses" in config:
        _check_interim(config, response)
    _check_body(config, response, uuid)


def _check_type(number: int, config: Config, response: Response) -> None:
    expected = config.get("expected_type")
    setup = is_setup(config, "expected_type")
    count = parse_int(response.get("Server-Request-Count"))
    if expected == "cached" and not (response.status == 304 and count is None):
        holds = count is not None and count < number
        check(setup, holds, f"Response {number} does not come from cache")
    if expected == "not_cached":
        check(setup, count == number, f"Response {number} comes from cache")


def _check_status(number: int, config: Config, response: Response) -> None:
    status = response.status
    text = f"Response {number} status is {status}, not "
    if "expected_status" in config:
        expected = config["expected_status"]
        if expected is not None:
            setup = is_setup(config, "expected_status")
            check(setup, status == expected, f"{text}{expected}")
    elif "response_status" in config:
        expected = config["response_status"][0]
        check(True, status == expected, f"{text}{expected}")
    elif status == 999:
        # The origin expected a conditional request.
        message = f"Request {number} should have been conditional, but it was not."
        check(is_setup(config, "expected_type"), False, message)
    else:
        check(True, status == 200, f"{text}200")


def _check_fields(number: int, config: Config, response: Response) -> None:
    setup = is_setup(config, "expected_response_headers")
    for field in config.get("expected_response_headers", []):
        name = field if isinstance(field, str) else field[0]
        value = response.get(name)
        if isinstance(field, str) or len(field) > 2:
            check(setup, value is not None, f"Response {number} {name} header not present.")
        if isinstance(field, str):
            continue
        if len(field) > 2:
            if field[1] == "=":
                expected = response.get(field[2])
                holds, should = value == expected, f"match {field[2]} ({shown(expected)})"
            else:
                assert field[1] == ">", field
                parsed = parse_int(value)
                holds = parsed is not None and parsed > field[2]
                should = f"be bigger than {field[2]}"
            check(setup, holds, f"Response {number} header {name} is {value}, should {should}")
        else:
            expected = fix_up(field, response.fields, config)[1]
            message = f'Response {number} header {name} is "{shown(value)}", not "{expected}"'
            check(setup, value == expected, message)


def _check_missing(number: int, config: Config, response: Response) -> None:
    setup = is_setup(config, "expected_response_headers_missing")
    for field in config.get("expected_response_headers_missing", []):
        # With a name and a value, the suite looks into the wrong object and finds nothing.
        if isinstance(field, str):
            value = response.get(field)
            message = f'Response {number} includes unexpected header {field}: "{value}"'
            check(setup, value is None, message)


def _check_interim(config: Config, response: Response) -> None:
    setup = is_setup(config, "expected_interim_responses")
    expected = config["expected_interim_responses"]
    for index, (status, *rest) in enumerate(expected):
        text = f"Interim response {index + 1}"
        check(setup, index < len(response.interim), f"{text} not received")
        received, fields = response.interim[index]
        check(setup, received == status, f"{text} status is {received}, not {status}")
        names = {name.lower() for name, _ in fields}
        for name, _ in rest[0] if rest else []:
            check(setup, name in names, f"{text} {name} header not present.")
    count = len(response.interim)
    message = f"Received {count} interim response(s), expected {len(expected)}"
    check(setup, count == len(expected), message)


def _check_body(config: Config, response: Response, uuid: str) -> None:
    body = response.text()
    setup = True
    if config.get("check_body") is False:
        return
    if "expected_response_text" in config:
        expected = config["expected_response_text"]
        setup = is_setup(config, "expected_response_text")
    elif config.get("response_body") is not None:
        expected = config["response_body"]
    elif response.status not in NO_BODY and config.get("request_method") != "HEAD":
        expected = uuid
    else:
        return
    if expected is not None:
        check(setup, body == expected, f'Response body is "{body}", not "{expected}"')


def check_requests(
    configs: List[Config], responses: List[Response], state: List[Dict[str, Any]]
) -> None:
    """Checks the requests that the origin has received."""
    index = 0
    for number, (config, response) in enumerate(zip(configs, responses), 1):
        expected = config.get("expected_type")
        if expected == "cached":
            continue  # The origin does not see the request.
        request = state[index] if index < len(state) else None
        setup = is_setup(config, "expected_type")
        if expected == "not_cached":
            received = _member(request, "request_num")
            message = f"Response {number} comes from cache ({shown(received)} on server)"
            check(setup, received == number, message)
        index += 1
        conditions = {"etag_validated": "if-none-match", "lm_validated": "if-modified-since"}
        if expected in conditions:
            name = conditions[expected]
            check(setup, request is not None, f"request {number} wasn't sent to server")
            fields = _member(request, "request_headers")
            check(setup, name in fields, f"request {number} doesn't have {name} header")
        _check_request_fields(number, config, request)
        for name, value in request["response_headers"] if request is not None else []:
            if name.lower() == "date":
                continue
            sent = ", ".join(value) if isinstance(value, list) else value
            got = response.get(name)
            message = f'Response {number} header {name} is "{shown(got)}", not "{sent}"'
            check(True, got == sent, message)
        if "expected_method" in config:
            method = _member(request, "request_method")
            message = f"Request {number} had method {method}, not {config['expected_method']}"
            check(
                is_setup(config, "expected_method"), method == config["expected_method"], message
            )


def _check_request_fields(number: int, config: Config, request: Any) -> None:
    setup = is_setup(config, "expected_request_headers")
    for field in config.get("expected_request_headers", []):
        fields = _member(request, "request_headers")
        if isinstance(field, str):
            holds = field.lower() in fields
            check(setup, holds, f"Request {number} {field} header not present.")
        else:
            value = fields.get(field[0].lower(), "undefined")
            message = f'Request {number} header {field[0]} is "{value}", not "{field[1]}"'
            check(setup, value == field[1], message)
    setup = is_setup(config, "expected_request_headers_missing")
    for field in config.get("expected_request_headers_missing", []):
        fields = _member(request, "request_headers")
        if isinstance(field, str):
            holds = field.lower() not in fields
            check(setup, holds, f"Request {number} {field} header present.")
        else:
            value = fields.get(field[0].lower())
            check(setup, value != field[1], f'Request {number} header {field[0]} is "{value}"')


def _member(request: Any, name: str) -> Any:
    """A member of a request that the origin may not have received."""
    if request is None:
        raise CheckError(
            "TypeError", f"Cannot read properties of undefined (reading '{name}')"
        )  # fmt: skip
    return request[name]
