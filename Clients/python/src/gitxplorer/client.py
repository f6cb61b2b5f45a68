"""The blocking client, which any number of threads may share.

Generated from the server's method table by ``make schemas``; do not edit.
"""

from __future__ import annotations

from . import calls
from .connection import Connection
from .methods import blocking


class Client(Connection):
    """A connection to a GitXplorer server.

    Create one with ``Client.spawn`` or ``Client.connect``, and close it, preferably with ``with``.
    Each method of the server is a method here. Requests of several threads run concurrently.
    """

    users_random = blocking(calls.users_random)
    repos_list = blocking(calls.repos_list)
    user_summary = blocking(calls.user_summary)
    search_users = blocking(calls.search_users)
    repo_stargazers = blocking(calls.repo_stargazers)
    user_followers = blocking(calls.user_followers)
    user_following = blocking(calls.user_following)
    user_starred = blocking(calls.user_starred)
    repo_summary = blocking(calls.repo_summary)
    repo_readme = blocking(calls.repo_readme)
    repo_star_history = blocking(calls.repo_star_history)
    search_repositories = blocking(calls.search_repositories)
    user_avatar = blocking(calls.user_avatar)
    rate_status = blocking(calls.rate_status)
    cache_stats = blocking(calls.cache_stats)
    cache_clear = blocking(calls.cache_clear)
    auth_status = blocking(calls.auth_status)
    auth_login = blocking(calls.auth_login)
    auth_logout = blocking(calls.auth_logout)
    initialize = blocking(calls.initialize)
    shutdown = blocking(calls.shutdown)
    session_authenticate = blocking(calls.session_authenticate)
    discover = blocking(calls.discover)
