"""Every change of `Schemas/` that breaks a client must be announced.

`released/` holds `Schemas/` as of the last release; before the first one, as they are
(`make freeze-schemas`).
"""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any, Callable, List, Tuple

import pytest
from gitxplorer.contract.schemas import Schemas

from harness.compatibility import Change, announced, breaking_changes
from harness.paths import REPOSITORY, SCHEMAS

RELEASED = Path(__file__).parent / "released"
ERRORS = "#/components/errors/"


def test_every_breaking_change_is_announced() -> None:
    known = announced((REPOSITORY / "CHANGELOG.md").read_text())
    changes = breaking_changes(Schemas(RELEASED), Schemas(SCHEMAS))
    silent = [change for change in changes if change.place not in known]
    assert not silent, (
        "these changes break clients; take them back, or write them into CHANGELOG.md under "
        "'## Unreleased' and '### Changed (breaking)', each as '- `NAME` `POINTER`: what to do' "
        "(before the first release: make freeze-schemas):\n"
        + "\n".join(f"- {change}" for change in silent)
    )


def test_every_announcement_describes_an_actual_change() -> None:
    known = announced((REPOSITORY / "CHANGELOG.md").read_text())
    changes = breaking_changes(Schemas(RELEASED), Schemas(SCHEMAS))
    assert known - {change.place for change in changes} == set()


PRESENT = Schemas(SCHEMAS)
_PICKLED = pickle.dumps(PRESENT.files)

#: A change to `Schemas/`.
Edit = Callable[[Schemas], Any]


def changed(edit: Edit) -> List[Change]:
    """The changes that the comparison finds when the schemas are edited."""
    new = copy.copy(PRESENT)
    new.files = pickle.loads(_PICKLED)
    edit(new)
    return breaking_changes(PRESENT, new)


def param(schemas: Schemas, method: str, name: str) -> Any:
    return schemas.files[f"{method}.params.json"]["properties"][name]


def result(schemas: Schemas, method: str) -> Any:
    return schemas.files[f"{method}.result.json"]


def user(schemas: Schemas, method: str = "users.random") -> Any:
    return result(schemas, method)["$defs"]["RandomUser"]


def error(schemas: Schemas, kind: str) -> Any:
    return schemas.openrpc["components"]["errors"][kind]


def take_out_method(schemas: Schemas) -> None:
    methods = schemas.openrpc["methods"]
    methods[:] = [method for method in methods if method["name"] != "user.avatar"]


def take_out_param(schemas: Schemas) -> None:
    del schemas.files["repos.list.params.json"]["properties"]["language"]
    params = schemas.methods["repos.list"]["params"]
    params[:] = [p for p in params if p["name"] != "language"]


def add_required_param(schemas: Schemas) -> None:
    schemas.files["user.summary.params.json"]["properties"]["since"] = {"type": "string"}
    schemas.files["user.summary.params.json"]["required"].append("since")
    schemas.methods["user.summary"]["params"].insert(1, {"name": "since"})


def swap_params(schemas: Schemas) -> None:
    params = schemas.methods["repo.stargazers"]["params"]
    params[0], params[1] = params[1], params[0]


def take_out_member(schemas: Schemas) -> None:
    del user(schemas)["properties"]["apiUrl"]
    user(schemas)["required"].remove("apiUrl")


def make_member_optional(schemas: Schemas) -> None:
    result(schemas, "user.avatar")["required"].remove("bytes")


def take_out_error(schemas: Schemas) -> None:
    del schemas.openrpc["components"]["errors"]["forbidden"]
    for method in schemas.openrpc["methods"]:
        method["errors"] = [e for e in method["errors"] if not e["$ref"].endswith("/forbidden")]


BREAKING: List[Tuple[Edit, Tuple[str, str], str]] = [
    (take_out_method, ("user.avatar", ""), "the method is gone"),
    (take_out_param, ("repos.list", "/params/language"), "is gone"),
    (add_required_param, ("user.summary", "/params/since"), "is required now"),
    (swap_params, ("repo.stargazers", "/params/name"), "has another position"),
    (
        lambda s: param(s, "users.random", "count").update(maximum=50),
        ("users.random", "/params/count"), "has maximum 50 instead of 100",
    ),
    (
        lambda s: param(s, "users.random", "seed").update(minimum=1),
        ("users.random", "/params/seed"), "has minimum 1 instead of 0",
    ),
    (
        lambda s: param(s, "repos.list", "language").update(maxLength=10),
        ("repos.list", "/params/language"), "has maxLength 10 instead of 1024",
    ),
    (
        lambda s: param(s, "users.random", "count").update(default=10),
        ("users.random", "/params/count"), "has the default 10 instead of 15",
    ),
    (
        lambda s: param(s, "users.random", "sort").update(enum=["id"]),
        ("users.random", "/params/sort"), "does not take 'followers' any more",
    ),
    (
        lambda s: param(s, "repos.list", "language").update(enum=["Swift"]),
        ("repos.list", "/params/language"), "takes nothing but ['Swift'] any more",
    ),
    (
        lambda s: param(s, "repos.list", "language").update(type="integer"),
        ("repos.list", "/params/language"), "takes no string any more",
    ),
    (
        lambda s: param(s, "initialize", "processId").update(type="integer"),
        ("initialize", "/params/processId"), "takes no null any more",
    ),
    (
        lambda s: param(s, "users.random", "workDoneToken").update(anyOf=[{"type": "string"}]),
        ("users.random", "/params/workDoneToken"), "takes no integer any more",
    ),
    (
        lambda s: param(s, "user.summary", "login").update(pattern="^[a-z]+$"),
        ("user.summary", "/params/login"), "has to match ^[a-z]+$ instead of ",
    ),
    (
        lambda s: s.files["initialize.params.json"].update(additionalProperties=False),
        ("initialize", "/params"), "takes no unknown members any more",
    ),
    (
        lambda s: s.files["auth.login.params.json"].update(oneOf=[{"required": ["token"]}]),
        ("auth.login", "/params"), "is to be called in other ways",
    ),
    (take_out_member, ("users.random", "/result/users/*/apiUrl"), "is gone"),
    (make_member_optional, ("user.avatar", "/result/bytes"), "is not always there any more"),
    (
        lambda s: user(s)["properties"].pop("followers"),
        ("users.random", "/result/users/*/followers"), "is gone",
    ),
    (
        lambda s: user(s)["properties"]["login"].update(type=["string", "null"]),
        ("users.random", "/result/users/*/login"), "may be null now",
    ),
    (
        lambda s: user(s)["properties"]["id"].update(type="number"),
        ("users.random", "/result/users/*/id"), "may be number now",
    ),
    (
        lambda s: user(s)["properties"]["id"].pop("minimum"),
        ("users.random", "/result/users/*/id"), "has minimum None instead of 0",
    ),
    (
        lambda s: result(s, "rate.status")["$defs"]["Freshness"]["properties"]["source"]["enum"]
        .append("guess"),
        ("rate.status", "/result/freshness/source"), "may be 'guess' now",
    ),
    (
        lambda s: result(s, "shutdown").update(type="object"),
        ("shutdown", "/result"), "may be object now",
    ),
    (
        lambda s: error(s, "notFound").update(code=1405),
        ("notFound", "/code"), "is 1405 instead of 1404",
    ),
    (
        lambda s: error(s, "offline")["data"].update(retryable=True),
        ("offline", "/data/retryable"), "is True instead of False",
    ),
    (take_out_error, ("forbidden", ""), "the kind of error is gone"),
    (
        lambda s: s.methods["user.summary"]["errors"].remove({"$ref": ERRORS + "rateLimited"}),
        ("user.summary", "/errors/rateLimited"), "the method does not end in it any more",
    ),
    (
        lambda s: s.files["errors.json"]["$defs"]["notFound"]["required"].remove("status"),
        ("notFound", "/data/status"), "is not always there any more",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "place", "fact"), BREAKING, ids=[str(b[1:]) for b in BREAKING])
def test_a_breaking_change_is_reported(
    edit: Edit, place: Tuple[str, str], fact: str
) -> None:
    changes = changed(edit)
    assert place in [change.place for change in changes]
    assert any(fact in change.fact for change in changes if change.place == place), changes


def add_optional_param(schemas: Schemas) -> None:
    properties = schemas.files["user.summary.params.json"]["properties"]
    properties["since"] = {"type": "string", "default": "ever"}
    schemas.methods["user.summary"]["params"].insert(1, {"name": "since"})


def add_method(schemas: Schemas) -> None:
    schemas.openrpc["methods"].append({**schemas.methods["user.summary"], "name": "user.more"})


HARMLESS: List[Edit] = [
    lambda schemas: None,
    add_optional_param,
    add_method,
    lambda s: param(s, "users.random", "count").update(maximum=200, description="More."),
    lambda s: param(s, "users.random", "sort")["enum"].append("login"),
    lambda s: param(s, "repos.list", "language").update(type=["string", "null"]),
    lambda s: param(s, "user.summary", "login").pop("pattern"),
    lambda s: user(s)["properties"].update(more={"type": "string"}),
    lambda s: user(s)["required"].append("followers"),
    lambda s: user(s)["properties"]["id"].update(minimum=1),
    lambda s: s.methods["user.summary"]["errors"].append({"$ref": ERRORS + "methodNotFound"}),
]


@pytest.mark.parametrize("edit", HARMLESS)
def test_a_compatible_change_is_not_reported(edit: Edit) -> None:
    assert changed(edit) == []


CHANGELOG = """# Changelog

## Unreleased

### Added

- `users.random` `/params/seed`: not a breaking change.

### Changed (breaking)

- `users.random` `/params/count`: at most 50; ask
  twice for more.
- `user.avatar`: gone; the address is in every user.

### Fixed

- `repos.list` `/params/limit`: no announcement either.

## 0.1.0

### Changed (breaking)

- `rate.status` `/result/resources`: of an older release.
"""


def test_announcements_are_the_breaking_changes_of_the_unreleased_section() -> None:
    assert announced(CHANGELOG) == {("users.random", "/params/count"), ("user.avatar", "")}
    assert announced("# Changelog\n\n## Unreleased\n\n### Fixed\n\n- `a` `/b`: c\n") == set()
