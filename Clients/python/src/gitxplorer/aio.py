"""The client for asyncio.

Generated from the server's method table by ``make schemas``; do not edit.
"""

from __future__ import annotations

from . import calls
from .async_connection import AsyncConnection
from .methods import awaitable


class AsyncClient(AsyncConnection):
    """A connection to a GitXplorer server, for one event loop.

    Create one with ``async with AsyncClient.spawn(...)`` or ``connect``; or await these, and close
    the client yourself. Cancelling the task of a call cancels the call on the server.
    """

    users_random = awaitable(calls.users_random)
    repos_list = awaitable(calls.repos_list)
    user_summary = awaitable(calls.user_summary)
    search_users = awaitable(calls.search_users)
    repo_stargazers = awaitable(calls.repo_stargazers)
    user_followers = awaitable(calls.user_followers)
    user_following = awaitable(calls.user_following)
    user_starred = awaitable(calls.user_starred)
    repo_summary = awaitable(calls.repo_summary)
    repo_readme = awaitable(calls.repo_readme)
    repo_star_history = awaitable(calls.repo_star_history)
    search_repositories = awaitable(calls.search_repositories)
    user_avatar = awaitable(calls.user_avatar)
    rate_status = awaitable(calls.rate_status)
    cache_stats = awaitable(calls.cache_stats)
    cache_clear = awaitable(calls.cache_clear)
    auth_status = awaitable(calls.auth_status)
    auth_login = awaitable(calls.auth_login)
    auth_logout = awaitable(calls.auth_logout)
    initialize = awaitable(calls.initialize)
    shutdown = awaitable(calls.shutdown)
    session_authenticate = awaitable(calls.session_authenticate)
    discover = awaitable(calls.discover)
