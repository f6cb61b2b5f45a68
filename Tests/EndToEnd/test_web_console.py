"""The console of the web explorer: forms from schemas, both messages, progress, and copies."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

from harness.explorer import AMPLE, Browsing, Site, Tab, start
from harness.paths import SCHEMAS
from harness.patience import STUCK
from harness.processes import Processes

DOCUMENT = json.loads((SCHEMAS / "openrpc.json").read_text())
METHODS: Dict[str, Any] = {method["name"]: method for method in DOCUMENT["methods"]}

#: The params in the text field, and those in the form, as JSON.
RAW = "JSON.parse(document.getElementById('raw').value || '{}')"

#: What is said of the call.
STATUS = "document.querySelector('.method [role=status]').textContent"


@pytest.fixture(scope="module")
def site(module_processes: Processes) -> Site:
    return start(module_processes, *AMPLE)


@pytest.fixture
def copying(tab: Tab, browser: Browsing, site: Site, profile: str) -> Iterator[Tab]:
    """A tab whose pages may use the clipboard."""
    browser.permit(profile, site, "clipboardReadWrite", "clipboardSanitizedWrite")
    yield tab


def field(name: str) -> str:
    """An expression for the control of a param."""
    return (
        "[...document.querySelectorAll('.fields > .field')].find((one) => one.querySelector('code')"
        f".textContent === {json.dumps(name)}).querySelector('input, select, textarea')"
    )


def enter(tab: Tab, name: str, text: str) -> None:
    """Types a value into a param's control."""
    tab.value(f"{field(name)}.focus(), {field(name)}.select()")
    tab.paste(text)


def choose(tab: Tab, name: str, text: str) -> None:
    """Chooses a value of a param."""
    tab.value(
        f"(select => {{ select.value = {text!r}; select.dispatchEvent(new Event('input',"
        f" {{bubbles: true}})); }})({field(name)})"
    )


def send(tab: Tab) -> None:
    """Sends, and waits for the outcome."""
    tab.click("button", "Send")
    tab.until(f"/ [0-9.]+ ms/.test({STATUS})")


def messages(tab: Tab) -> List[Any]:
    """What was sent and what was received."""
    return [json.loads(text) for text in tab.texts(".messages pre")]


def copied(tab: Tab, what: str) -> str:
    # What was said of another copy goes first.
    tab.value("document.getElementById('toast').textContent = ''")
    tab.click("button", what)
    tab.says(f"Copied as {what}.")
    return tab.copied()


def test_every_method_has_a_page_with_a_control_for_each_param(tab: Tab) -> None:
    tab.go("/console")
    listed = tab.texts("#main .methods code")
    assert listed == list(METHODS)
    for name, method in METHODS.items():
        tab.visit(f"/console/{name}")
        assert tab.heading == name and method["summary"] in tab.text
        assert tab.texts(".fields > .field > :is(label, legend) > code") == [
            param["name"] for param in method["params"]
        ]
        assert tab.count(".fields > .field :is(input, select, textarea)") >= len(method["params"])
        # Each control has its name and its description.
        named = "[...document.querySelectorAll('.fields :is(input, select, textarea)')]" + (
            ".filter(({labels}) => !labels.length).length"
        )
        assert tab.value(named) == 0
        required = [param["name"] for param in method["params"] if param.get("required")]
        marked = [text for text in tab.texts(".fields > .field > :first-child") if "(" in text]
        assert marked == [f"{name} (required)" for name in required]


def test_a_page_begins_with_the_methods_example(tab: Tab) -> None:
    tab.go("/console")
    for name, method in METHODS.items():
        if not method.get("examples"):
            continue
        tab.visit(f"/console/{name}")
        example = {one["name"]: one["value"] for one in method["examples"][0]["params"]}
        assert tab.value(RAW) == example, name


def test_the_list_of_methods_is_searched(tab: Tab) -> None:
    tab.go("/console")
    tab.fill("#main .methods input", "starred")
    tab.until("document.querySelectorAll('#main .methods .row').length < 5")
    assert set(tab.texts("#main .methods code")) >= {"repo.stargazers", "user.starred"}
    tab.fill("#main .methods input", "nothing has this")
    tab.says("No method matches.")


def test_the_form_changes_the_json(tab: Tab) -> None:
    tab.go("/console/users.random")
    tab.fill("#raw", "{}")
    enter(tab, "count", "3")
    assert tab.value(RAW) == {"count": 3}
    choose(tab, "sort", '"followers"')
    choose(tab, "refresh", "true")
    assert tab.value(RAW) == {"count": 3, "sort": "followers", "refresh": True}
    choose(tab, "refresh", "")
    tab.value(f"{field('count')}.focus(), {field('count')}.select()")
    tab.press("Backspace")
    assert tab.value(RAW) == {"sort": "followers"}
    # What is no number is sent as it is, and the server says what is wrong.
    enter(tab, "count", "many")
    assert tab.value(RAW) == {"count": "many", "sort": "followers"}


def test_the_json_changes_the_form(tab: Tab) -> None:
    tab.go("/console/users.random")
    tab.fill("#raw", '{"count": 4, "sort": "id", "refresh": false}')
    values = "[" + ", ".join(f"{field(name)}.value" for name in ("count", "sort", "refresh")) + "]"
    assert tab.value(values) == ["4", '"id"', "false"]
    tab.fill("#raw", "[5, 7]")
    assert tab.value(f"[{field('count')}.value, {field('seed')}.value]") == ["5", "7"]
    tab.fill("#raw", "")
    assert tab.value(values) == ["", "", ""]


def test_members_that_the_form_does_not_know_are_kept(tab: Tab) -> None:
    tab.go("/console/user.summary")
    tab.fill("#raw", '{"login": "octocat", "new": {"a": [1]}}')
    enter(tab, "login", "github")
    assert tab.value(RAW) == {"login": "github", "new": {"a": [1]}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "This is not valid JSON"), ('{"login": octocat}', "This is not valid JSON"),
        ("3", "Params must be an object"), ('"octocat"', "Params must be an object"),
    ],
)  # fmt: skip
def test_json_that_is_no_params_is_said_and_not_sent(text: str, said: str, tab: Tab) -> None:
    tab.go("/console/user.summary")
    tab.fill("#raw", text)
    assert said in tab.texts("#raw-error")[0]
    assert tab.value("document.getElementById('raw').getAttribute('aria-invalid')") == "true"
    asked = tab.asked()
    tab.click("button", "Send")
    assert tab.focus == "#raw"
    assert tab.asked() == asked and tab.count(".messages *") == 0
    tab.fill("#raw", '{"login": "octocat"}')
    assert tab.texts("#raw-error") == [""]


def test_a_fields_error_is_at_the_field(tab: Tab) -> None:
    tab.go("/console/repo.stargazers")
    tab.fill("#raw", '{"owner": "a b", "name": "x", "page": 0}')
    send(tab)
    errors = dict(zip(tab.texts(".field code:first-child"), tab.texts(".field > .error")))
    assert errors["owner"].startswith("expected a GitHub login") and errors["page"]
    assert errors["name"] == ""
    assert tab.value(f"{field('owner')}.getAttribute('aria-invalid')") == "true"
    ids = f"{field('owner')}.getAttribute('aria-describedby')"
    described = f"document.getElementById({ids}.split(' ')[1])"
    assert tab.value(f"{described}.textContent") == errors["owner"]
    assert messages(tab)[1]["error"]["code"] == -32602
    # It goes when the field is changed.
    enter(tab, "owner", "octocat")
    assert tab.value(f"{described}.textContent") == ""


def test_both_messages_are_shown_exactly(tab: Tab) -> None:
    tab.go("/console/user.summary")
    send(tab)
    sent, received = messages(tab)
    assert (sent["method"], sent["params"]["login"]) == ("user.summary", "octocat")
    assert received["id"] == sent["id"] and received["result"]["user"]["login"] == "octocat"
    tab.click("#exact")
    shown = tab.texts(".messages pre")
    frames = [
        frame["response"]["payloadData"]
        for kind in ("Sent", "Received")
        for frame in tab.page.params(f"Network.webSocketFrame{kind}")
    ]
    assert shown[0] in frames and shown[1] in frames
    assert [json.loads(text) for text in shown] == [sent, received]


def test_progress_time_and_freshness_are_shown(tab: Tab) -> None:
    tab.go("/console/repos.list")
    tab.fill("#raw", '{"login": "octocat", "refresh": true}')
    send(tab)
    steps = [json.loads(text) for text in tab.texts(".messages .steps code")]
    assert {step["method"] for step in steps} == {"$/progress"}
    kinds = [step["params"]["value"]["kind"] for step in steps]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    assert re.search(r"ms · (From|Confirmed by) the sandbox,? just now", tab.value(STATUS))
    tab.fill("#raw", '{"login": "octocat"}')
    send(tab)
    tab.until(f"{STATUS}.includes('ms · From the cache')")


def test_a_token_of_the_persons_own_is_sent(tab: Tab) -> None:
    tab.go("/console/user.summary")
    tab.fill("#raw", '{"login": "octocat", "workDoneToken": "mine", "refresh": true}')
    send(tab)
    assert messages(tab)[0]["params"]["workDoneToken"] == "mine"
    steps = [json.loads(text) for text in tab.texts(".messages .steps code")]
    assert {step["params"]["token"] for step in steps} == {"mine"}


def test_params_may_be_an_array(tab: Tab) -> None:
    tab.go("/console/repo.summary")
    tab.fill("#raw", '["octocat", "Hello-World"]')
    send(tab)
    sent, received = messages(tab)
    assert sent["params"] == ["octocat", "Hello-World"]
    assert received["result"]["repository"]["fullName"] == "octocat/Hello-World"


def test_a_call_is_cancelled(browser: Browsing, processes: Processes) -> None:
    site = start(processes, *STUCK)
    with browser.profile() as profile:
        tab = browser.tab(profile, site)
        tab.go("/console/user.summary")
        # The limits, which belong to no screen.
        site.sandbox.wait_for(lambda stats: stats["inFlight"] == 1)
        tab.click("button", "Send")
        site.sandbox.wait_for(lambda stats: stats["inFlight"] > 1)
        tab.click("button", "Cancel")
        tab.until(f"/^Failed in [0-9.]+ ms/.test({STATUS})")
        assert messages(tab)[1]["error"]["code"] == -32800
        site.sandbox.wait_for(lambda stats: stats["inFlight"] == 1)
        assert tab.value(f"{tab.find('button', 'Cancel')}.ariaDisabled") == "true"


def test_shutdown_in_the_console_leaves_the_explorer_alone(tab: Tab) -> None:
    tab.go("/console/shutdown")
    send(tab)
    assert messages(tab)[1]["result"] is None
    tab.visit("/console/user.summary")
    send(tab)
    assert "result" in messages(tab)[1]
    tab.visit("/user/octocat")
    assert "The Octocat" in tab.text
    assert tab.texts("#connection") == [""]


def test_the_copied_curl_gives_the_same_result(copying: Tab, site: Site) -> None:
    copying.go("/console/repo.summary")
    strange = {"owner": "octocat", "name": "Hello-World", "it's": '"$(id)" `id` \\ \n'}
    copying.fill("#raw", json.dumps(strange))
    send(copying)
    expected = messages(copying)[1]["error"]["data"]
    command = copied(copying, "curl")
    assert site.secret not in command and str(site.secret_file) in command
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""
    assert json.loads(done.stdout)["error"]["data"] == expected
    copying.fill("#raw", '{"owner": "octocat", "name": "Hello-World"}')
    send(copying)
    done = subprocess.run(["sh", "-c", copied(copying, "curl")], capture_output=True, text=True)
    assert json.loads(done.stdout)["result"] == messages(copying)[1]["result"]


def test_the_copied_python_gives_the_same_result(
    copying: Tab, site: Site, tmp_path: Path
) -> None:
    copying.go("/console/search.repositories")
    copying.fill("#raw", '{"query": "user:octocat \\"forked repo\\" é \\u2028"}')
    send(copying)
    expected = messages(copying)[1]
    program = copied(copying, "Python")
    assert site.secret not in program
    (tmp_path / "program.py").write_text(program)
    done = subprocess.run(
        ["python3", "-I", str(tmp_path / "program.py")], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    received = json.loads(done.stdout)
    if "result" in expected:
        assert received["result"]["totalCount"] == expected["result"]["totalCount"]
    else:
        assert received["error"] == expected["error"]


def test_the_copied_command_gives_the_same_result(
    copying: Tab, site: Site, processes: Processes
) -> None:
    copying.go("/console/user.summary")
    copying.fill("#raw", '{"login": "octocat"}')
    send(copying)
    expected = messages(copying)[1]["result"]
    command = copied(copying, "gitxplorer call")
    assert command == "gitxplorer call user.summary '{\"login\":\"octocat\"}' --sandbox"
    folder = processes.folder / "bin"
    folder.mkdir()
    (folder / "gitxplorer").symlink_to(processes.binary)
    environment = {**processes.environment, "PATH": f"{folder}:{processes.environment['PATH']}"}
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["user"]["login"] == expected["user"]["login"]
    assert result["totalStars"] == expected["totalStars"]


def test_a_copied_link_opens_the_same_params(copying: Tab, site: Site) -> None:
    copying.go("/console/search.users")
    copying.fill("#raw", '{"query": "a&b=c#d é", "page": 2}')
    link = copied(copying, "Link")
    assert link.startswith(f"{site.address}/console/search.users?params=")
    copying.go(link.removeprefix(site.address))
    assert copying.value(RAW) == {"query": "a&b=c#d é", "page": 2}
    assert copying.value(f"{field('query')}.value") == "a&b=c#d é"
    # Nothing is sent until the person does.
    assert copying.count(".messages *") == 0


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ("{", "not valid JSON"), ("3", "must be an object"), ('"x"', "must be an object"),
        ("null", "must be an object"),
    ],
)  # fmt: skip
def test_a_link_with_params_that_are_none_says_so(params: str, said: str, tab: Tab) -> None:
    tab.go(f"/console/user.summary?params={params}")
    assert tab.value("document.getElementById('raw').value") == params
    assert said in tab.texts("#raw-error")[0]


def test_a_secret_param_is_a_password_and_is_not_copied(copying: Tab, site: Site) -> None:
    secrets = [
        (method["name"], param["name"])
        for method in METHODS.values()
        for param in method["params"]
        if param["schema"].get("writeOnly")
    ]
    assert ("auth.login", "token") in secrets
    copying.go("/console")
    for method, name in secrets:
        copying.visit(f"/console/{method}")
        assert copying.value(f"{field(name)}.type") == "password"
        enter(copying, name, "ghp_veryverysecret")
        assert copying.value(RAW)[name] == "ghp_veryverysecret"
        for what in ("curl", "gitxplorer call", "Python"):
            text = copied(copying, what)
            assert "veryverysecret" not in text and name in text
        # An address would keep it.
        assert "Link" not in copying.texts(".actions button")
    copying.visit("/console")
    remains = "document.documentElement.outerHTML, history.state, location.href, {...localStorage}"
    assert "veryverysecret" not in copying.value(f"JSON.stringify([{remains}])")


def test_an_unknown_method_is_said_with_the_list_beside_it(tab: Tab) -> None:
    tab.go("/console/no.such")
    assert "There is no method no.such." in tab.text
    assert tab.count("#main .methods .row") == len(METHODS)


def test_leaving_cancels_the_consoles_call(browser: Browsing, processes: Processes) -> None:
    site = start(processes, *STUCK)
    with browser.profile() as profile:
        tab = browser.tab(profile, site)
        tab.go("/console/user.summary")
        # The limits, which belong to no screen.
        site.sandbox.wait_for(lambda stats: stats["inFlight"] == 1)
        tab.click("button", "Send")
        site.sandbox.wait_for(lambda stats: stats["inFlight"] > 1)
        tab.press("Tab")
        tab.visit("/console")
        site.sandbox.wait_for(lambda stats: stats["inFlight"] == 1)
        assert tab.thrown() == []
