"""The clients iterate over lists of many pages."""

import asyncio
from typing import Any, Optional

import pytest
from gitxplorer import AsyncClient, Client

PAGES: dict[Optional[int], Any] = {
    1: {
        "stargazers": [{"login": "a"}, {"login": "b"}],
        "users": [{"login": "x"}],
        "repositories": [{"name": "r"}],
        "nextPage": 2,
    },
    2: {
        "stargazers": [{"login": "c"}],
        "users": [{"login": "y"}],
        "repositories": [{"name": "s"}],
        "nextPage": None,
    },
}


class Pages(Client):
    """A client that answers by itself, and records its calls."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def run(self, call: Any) -> Any:
        self.asked.append((call.method, call.params))
        return PAGES[call.params["page"]]


class AsyncPages(AsyncClient):
    """The same with asyncio."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def run(self, call: Any) -> Any:
        return Pages.run(self, call)  # type: ignore[arg-type]


def test_pages_are_requested_as_needed() -> None:
    client = Pages()
    walk = client.stargazers("octocat", "Hello-World", refresh=True)
    assert [next(walk)["login"], next(walk)["login"]] == ["a", "b"]
    assert [params["page"] for _, params in client.asked] == [1]
    assert [gazer["login"] for gazer in walk] == ["c"]
    same = {"owner": "octocat", "name": "Hello-World", "perPage": 100, "refresh": True}
    assert client.asked == [("repo.stargazers", {**same, "page": page}) for page in (1, 2)]
    assert [user["login"] for user in client.found_users("q")] == ["x", "y"]


@pytest.mark.parametrize(
    ("walk", "method", "items"),
    [
        (lambda client: client.followers("a"), "user.followers", ["x", "y"]),
        (lambda client: client.following("a"), "user.following", ["x", "y"]),
        (lambda client: client.found_users("a"), "search.users", ["x", "y"]),
        (lambda client: client.starred("a"), "user.starred", ["r", "s"]),
        (lambda client: client.found_repositories("a"), "search.repositories", ["r", "s"]),
    ],
)
def test_each_list_is_iterated_over(walk: Any, method: str, items: list[str]) -> None:
    async def all_of(client: AsyncPages) -> list[Any]:
        return [next(iter(item.values())) async for item in walk(client)]

    client, asynchronous = Pages(), AsyncPages()
    assert [next(iter(item.values())) for item in walk(client)] == items
    assert asyncio.run(all_of(asynchronous)) == items
    assert client.asked == asynchronous.asked
    assert [method for method, _ in client.asked] == [method] * 2


def test_the_asyncio_client_iterates_over_pages_too() -> None:
    async def main() -> list[str]:
        client = AsyncPages()
        found = [gazer["login"] async for gazer in client.stargazers("a", "b")]
        return found + [user["login"] async for user in client.found_users("q")]

    assert asyncio.run(main()) == ["a", "b", "c", "x", "y"]
