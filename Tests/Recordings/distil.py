#!/usr/bin/env python3
"""Distils facts from GitHub's recorded answers, its description, and OpenRPC's meta-schema.

    distil.py SHARED [FOLDER]

reads SHARED/github/recordings.jsonl, SHARED/github/openapi-subset.json and
SHARED/openrpc-meta-schema.json, and writes files into FOLDER, by default beside this script. What anybody wrote in
prose stays out: a text becomes the name of its member, a long message of an error is cut off, and
descriptions and examples are dropped. Statuses, headers, members and their order, types, URLs,
numbers and dates are kept as they are.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Set

HERE = Path(__file__).resolve().parent

#: Members whose text people wrote.
WRITTEN = frozenset(
    """
    bio body company description display_name email blog homepage location name
    notification_email billing_email twitter_username path fragment text slogan
    """.split()
)
#: What the simulator's octocat says of its repository: the tag of its body can be recomputed.
KNOWN = frozenset(["My first repository on GitHub!"])
#: Long messages of errors end here: what tells one kind from another comes first.
MESSAGE_LENGTH = 60
#: Lists whose whole contents the tests compute with; of others the first item shows all.
WHOLE_LISTS = ("/stargazers", "/users", "/search/users")
WHOLE_OWNERS = frozenset(["bitwiseman", "github3py"])
#: URLs that items after the first keep.
KEPT_URLS = frozenset(["avatar_url", "html_url", "url"])
#: Headers whose value names one transfer.
OF_ONE_TRANSFER = frozenset(["x-github-request-id", "set-cookie", "report-to", "nel"])


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def without_prose(value: Any, member: str = "", is_repository: bool = False) -> Any:
    """The same members, null where it was null, and nothing that people wrote."""
    if isinstance(value, dict):
        named = "full_name" in value or "spdx_id" in value or "key" in value
        return {name: without_prose(item, name, named) for name, item in value.items()}
    if isinstance(value, list):
        return [without_prose(item, member) for item in value]
    if not isinstance(value, str) or not value or value in KNOWN:
        return value
    if member == "topics":
        return "topic"
    if member == "message":
        return value if len(value) <= MESSAGE_LENGTH else value[:MESSAGE_LENGTH] + "…"
    # The names of repositories and licenses are addresses.
    if member in WRITTEN and not (member == "name" and is_repository):
        return "https://example.org/" if value.startswith("http") else member
    return value


def later_item(item: Any) -> Any:
    """An item after the first, without the URLs that the first has shown."""
    if not isinstance(item, dict):
        return item
    return {
        name: later_item(value)
        for name, value in item.items()
        if not name.endswith("_url") or name in KEPT_URLS
    }


def is_whole(exchange: Dict[str, Any], body: List[Any]) -> bool:
    first = body[0] if body and isinstance(body[0], dict) else {}
    owner = first.get("owner") or {}
    return exchange["endpoint"].endswith(WHOLE_LISTS) or owner.get("login") in WHOLE_OWNERS


def shortened(exchange: Dict[str, Any], body: Any) -> Any:
    if isinstance(body, list):
        rest = body[1:] if is_whole(exchange, body) else []
        return body[:1] + [later_item(item) for item in rest]
    if isinstance(body, dict):
        if exchange["endpoint"] == "/meta":
            return {name: v[:1] if isinstance(v, list) else v for name, v in body.items()}
        if "items" in body:
            return {**body, "items": shortened(exchange, body["items"])}
    return body


def kind_of(exchange: Dict[str, Any]) -> str:
    """What two exchanges share if the second shows nothing new."""
    response, body = exchange["response"], exchange["response"]["body"]
    item = body[0] if isinstance(body, list) and body else body
    members = item if isinstance(item, dict) else {}
    texts = [members.get("message"), members.get("type"), exchange.get("note"),
             exchange.get("etag_formula"), exchange["request"]["headers"], members.get("fork")]
    return compact([
        exchange["endpoint"], response["status"], (exchange["recorded"] or "")[:7], texts,
        sorted(name.lower() for name in response["headers"]),
        sorted(members), type(body).__name__, sorted(exchange["request"]["query"]),
    ])  # fmt: skip


def is_new(exchange: Dict[str, Any], seen: Set[str]) -> bool:
    """Whether an exchange shows something; pages of whole lists belong together."""
    body, kind = exchange["response"]["body"], kind_of(exchange)
    items = body.get("items", body) if isinstance(body, dict) else body
    is_known = kind in seen
    seen.add(kind)
    return not is_known or (isinstance(items, list) and is_whole(exchange, items))


def distilled(exchange: Dict[str, Any]) -> Dict[str, Any]:
    """One exchange in the form of the recordings."""
    asked, response = exchange["request"], exchange["response"]
    body = response["body"]
    if isinstance(body, dict) and "base64" in body:
        body = {"base64": "dGV4dA=="}
    body = without_prose(shortened(exchange, body))
    note = exchange.get("note", "")
    facts: Dict[str, Any] = {
        "id": exchange["id"],
        "recorded": exchange["recorded"],
        "endpoint": exchange["endpoint"],
        "request": {
            "method": asked["method"], "path": asked["path"], "query": asked["query"],
            "headers": {name: asked["headers"][name] for name in asked["headers"]
                        if name.lower() == "accept"},
        },
        "response": {
            "status": response["status"],
            "headers": {name: "0" if name.lower() in OF_ONE_TRANSFER else value
                        for name, value in response["headers"].items()},
            "body": body,
        },
    }  # fmt: skip
    # A tag can be recomputed only from the very body.
    if "etag_formula" in exchange and body == response["body"]:
        facts["etag_formula"] = exchange["etag_formula"]
    changed = [word for word in ("edited", "templated") if word in note]
    return {**facts, "note": " ".join(changed)} if changed else facts


#: What a schema says to people.
PROSE = frozenset(
    "description summary title $comment example examples externalDocs info servers tags".split()
)


def schema_without_prose(value: Any, names_members: bool = False) -> Any:
    if isinstance(value, list):
        return [schema_without_prose(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: schema_without_prose(
            item, not names_members and name in ("properties", "schemas", "definitions", "$defs"))
        for name, item in value.items()
        if names_members or (name not in PROSE and not name.startswith("x-"))
    }  # fmt: skip


def parameters_of(description: Dict[str, Any], method: Dict[str, Any]) -> List[Dict[str, Any]]:
    """Each parameter in place of the reference to it."""
    named = description["components"]["parameters"]
    sent = method.get("parameters", [])
    return [named[p["$ref"].rpartition("/")[2]] if "$ref" in p else p for p in sent]


def schemas_of(description: Dict[str, Any]) -> Dict[str, Any]:
    """The parameters and the schemas of the 200s by path, and those that they refer to."""
    paths = {
        path: {
            "get": {
                "parameters": parameters_of(description, methods["get"]),
                "responses": {"200": methods["get"]["responses"]["200"]},
            }
        }
        for path, methods in description["paths"].items()
    }
    components = {"schemas": description["components"]["schemas"]}
    return {"paths": schema_without_prose(paths), "components": schema_without_prose(components)}


def lines(path: Path) -> Iterator[Dict[str, Any]]:
    with path.open() as file:
        yield from map(json.loads, file)


def main(shared: Path, folder: Path = HERE) -> None:
    seen: Set[str] = set()
    facts = map(distilled, lines(shared / "github" / "recordings.jsonl"))
    (folder / "exchanges.jsonl").write_text(
        "".join(compact(exchange) + "\n" for exchange in facts if is_new(exchange, seen))
    )
    for source, target, distil in (
        (shared / "github" / "openapi-subset.json", "openapi.json", schemas_of),
        (shared / "openrpc-meta-schema.json", "openrpc.json", schema_without_prose),
    ):
        (folder / target).write_text(compact(distil(json.loads(source.read_text()))) + "\n")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
