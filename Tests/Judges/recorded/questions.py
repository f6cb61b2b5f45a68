"""The request to the sandbox that corresponds to a recorded one with status 200."""

from __future__ import annotations

import re
from typing import Any, Dict, Optional, Tuple

from .exchange import Exchange
from .world import Named, World

#: A path and a query.
Question = Tuple[str, Dict[str, str]]

#: Endpoints that are requested as recorded, with the same query.
SAME = ["/", "/meta", "/zen", "/rate_limit", "/organizations", "/users", "/user"]


def question(exchange: Exchange, world: World) -> Optional[Question]:
    """The same request for something of the same kind, or None if the sandbox has none."""
    endpoint, query = exchange.endpoint, exchange.query
    if endpoint in SAME:
        return endpoint, query
    if endpoint.startswith("/search/"):
        return endpoint, {**query, "q": searched_words(exchange)}
    if endpoint == "/user/repos":
        # Octocat has eight repositories: three pages of three.
        return endpoint, {**query, **({"per_page": "3"} if "per_page" in query else {})}
    if endpoint in ("/users/{username}", "/user/{id}", "/orgs/{org}"):
        return account_path(endpoint, exchange.answer.body, world), query
    if endpoint in ("/repos/{owner}/{repo}", "/repositories/{id}"):
        return filled(endpoint, repository(exchange.answer.body, world)), query
    if endpoint.endswith("/languages"):
        return filled(endpoint, ("octocat/linguist", 64_778_136)), query
    if endpoint.endswith("/stargazers"):
        stars = page_size(exchange) * (page_count(exchange) - 1) + len(exchange.answer.body)
        world.sandbox.mutate(repo="octocat/Hello-World", stars=stars)
        return filled(endpoint, ("octocat/Hello-World", 1_296_269)), query
    if endpoint.endswith("/repos") or endpoint == "/users/{username}/followers":
        return filled(endpoint, owner_of_as_many(exchange, world)), query
    return None


def page_count(exchange: Exchange) -> int:
    """The number of pages of the recorded list, including this one."""
    found = re.search(r'[?&]page=(\d+)[^>]*>; rel="last"', exchange.answer.headers.get("link", ""))
    return int(found[1]) if found else int(exchange.query.get("page", 1))


def page_size(exchange: Exchange) -> int:
    return min(int(exchange.query.get("per_page", 30)), 100)


def filled(endpoint: str, named: Named) -> str:
    """The path, filled in with one account or repository."""
    return re.sub(
        r"\{[a-z]+\}(/\{repo\})?",
        lambda place: str(named[1]) if place[0] == "{id}" else named[0],
        endpoint,
    )


def owner_of_as_many(exchange: Exchange, world: World) -> Named:
    """An account with as many pages of repositories or followers."""
    size, pages = page_size(exchange), page_count(exchange)
    kind = "org" if "org" in exchange.endpoint else "user"
    counted = "repos" if exchange.endpoint.endswith("/repos") else "followers"
    return world.account(kind, counted, (pages - 1) * size + 1, pages * size)


def account_path(endpoint: str, body: Dict[str, Any], world: World) -> str:
    if endpoint == "/user/{id}":
        return "/user/583231"
    if endpoint == "/orgs/{org}":
        return "/orgs/github"
    if body["type"] == "Bot":
        return f"/users/{world.bot()[0]}"
    if body["type"] == "Organization":
        return "/users/github"
    # Only an account itself sees its plan.
    return "/users/octocat" if "plan" in body else "/users/exactly-100"


def repository(body: Dict[str, Any], world: World) -> Named:
    if body["owner"]["type"] == "Organization":
        return world.organization_repository(body["fork"])
    if body["fork"]:
        return "octocat/linguist", 64_778_136
    return "octocat/Hello-World", 1_296_269


def searched_words(exchange: Exchange) -> str:
    """A search with as many results as recorded if these were few, and with very many otherwise."""
    is_for_users = exchange.endpoint == "/search/users"
    if "link" not in exchange.answer.headers:
        return "octocat"
    if page_size(exchange) > 1:
        return "followers:>=0" if is_for_users else "stars:>=0"
    accounts = ["octocat", "github", "exactly-100"][: page_count(exchange)]
    # Octocat has two forks.
    return " ".join(f"user:{login}" for login in accounts) if is_for_users else (
        "user:octocat fork:only"
    )  # fmt: skip
