"""Raw messages of the Model Context Protocol, and arguments for each tool."""

from __future__ import annotations

from typing import Any, Dict

VERSION = "2026-07-28"
HANDSHAKE_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
_PREFIX = "io.modelcontextprotocol/"

#: Arguments that each tool accepts in every world of the sandbox, in an order in which all succeed.
TOOL_CALLS: Dict[str, Dict[str, Any]] = {
    "users_random": {"count": 3, "seed": 7, "sort": "followers", "avatars": "inline"},
    "repos_list": {"login": "octocat"},
    "user_summary": {"login": "octocat"},
    "search_users": {"query": "octo in:login"},
    "repo_stargazers": {"owner": "octocat", "name": "Hello-World"},
    "user_avatar": {"login": "octocat", "size": 64},
    "rate_status": {},
    "cache_stats": {},
    "cache_clear": {},
    "auth_status": {},
}

#: The same for the tools that exist only with ``--auth-tools``.
AUTH_TOOL_CALLS: Dict[str, Dict[str, Any]] = {
    "auth_login": {"token": "ghp_octocat"},
    "auth_logout": {},
}


def stateless(params: Any = None, version: Any = VERSION, **meta: Any) -> Dict[str, Any]:
    """Params of a request that names its own revision."""
    own = {_PREFIX + "protocolVersion": version, _PREFIX + "clientCapabilities": {}}
    return {**(params or {}), "_meta": {**own, **meta}}


def tool_call(tool: str, arguments: Any = None, **meta: Any) -> Dict[str, Any]:
    """Params of ``tools/call`` in revision 2026-07-28."""
    return stateless({"name": tool, "arguments": arguments or {}}, **meta)


def initialize(version: str = HANDSHAKE_VERSIONS[0]) -> Dict[str, Any]:
    """Params of ``initialize``."""
    return {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "tests", "version": "1"},
    }


def notification(method: str, params: Any = None) -> Dict[str, Any]:
    message: Dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    return message if params is None else {**message, "params": params}


def cancelled(id: Any) -> Dict[str, Any]:
    return notification("notifications/cancelled", {"requestId": id})
