"""GitHub's two searches: for users and for repositories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Callable

from rich.console import Group
from rich.table import Table
from rich.text import Text

from ... import calls
from ...call import Call
from ...cli import orders
from .paged import Order


@dataclass(frozen=True)
class Search:
    """One search: its call, what it finds, the orders, and examples of queries."""

    call: Callable[..., Call[Any]]
    #: The member of the result that has the items.
    items: str
    one: str
    many: str
    #: What is said if nothing is found.
    empty: str
    orders: Sequence[Order]
    examples: Sequence[tuple[str, str]]

    @property
    def help(self) -> Group:
        """The syntax of a query."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="cyan", no_wrap=True)
        for example, meaning in self.examples:
            table.add_row(Text(example), Text(meaning))
        return Group(Text("Words and qualifiers, in any mixture:\n", "bold"), table)


def _orders(names: Mapping[str, str]) -> list[Order]:
    return [Order(name, {"sort": sort}) for sort, name in names.items()]


USERS = Search(
    calls.search_users,
    "users",
    "user",
    "users",
    "Nobody was found; / changes the query.",
    _orders(orders.USERS),
    [
        ("tom", "tom in the login, name or public e-mail"),
        ("tom in:login", "in the login only; in:name, in:email"),
        ("location:berlin", "says to be in Berlin"),
        ("language:swift", "has repositories in Swift"),
        ("repos:>10", "more than ten repositories; repos:5..20"),
        ("followers:>=100", "at least a hundred followers"),
        ("created:<2012-01-01", "joined before 2012"),
        ("type:org", "organizations; type:user people"),
        ('fullname:"Mona Lisa"', "by the full name"),
    ],
)

REPOSITORIES = Search(
    calls.search_repositories,
    "repositories",
    "repository",
    "repositories",
    "Nothing was found; / changes the query.",
    _orders(orders.REPOSITORIES),
    [
        ("parser", "parser in the name, description or topics"),
        ("parser in:name", "in the name only; in:readme, in:topics"),
        ("user:octocat", "of this user; org:github"),
        ("language:swift", "mainly in Swift"),
        ("stars:>=100", "at least a hundred stars; forks:10..50"),
        ("topic:cli", "with this topic"),
        ("license:mit", "under this license"),
        ("pushed:>2026-01-01", "with commits since then; created:<2012"),
        ("archived:false", "not archived; fork:true forks too"),
    ],
)
