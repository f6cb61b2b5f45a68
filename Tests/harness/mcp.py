"""Raw messages of the Model Context Protocol, and arguments for each tool."""

from __future__ import annotations

from typing import Any, Dict, Iterable

from gitxplorer.contract.params import known
from gitxplorer.contract.schemas import Schemas

from .paths import SCHEMAS

VERSION = "2026-07-28"
HANDSHAKE_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
_PREFIX = "io.modelcontextprotocol/"

_SCHEMAS = Schemas(SCHEMAS)
#: Methods of a connection and of the cache, which are no tools.
_NO_TOOLS = {"initialize", "shutdown", "session.authenticate", "rpc.discover"}
_NO_TOOLS |= {"cache.stats", "cache.clear"}
#: Methods whose tools exist only with ``--auth-tools``.
_OF_IDENTITY = {"auth.login", "auth.logout"}


def _calls(methods: Iterable[str]) -> Dict[str, Dict[str, Any]]:
    """The params of each method's first example, by tool, in the order of the document."""
    listed = [name for name in _SCHEMAS.methods if name in methods]
    return {name.replace(".", "_"): known(_SCHEMAS, name) for name in listed}


#: Arguments that each tool accepts in every world of the sandbox.
TOOL_CALLS = _calls(_SCHEMAS.methods.keys() - _NO_TOOLS - _OF_IDENTITY)
#: The same for the tools that exist only with ``--auth-tools``.
AUTH_TOOL_CALLS = _calls(_OF_IDENTITY)


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
