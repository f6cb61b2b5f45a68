"""Client of the GitXplorer server: GitHub users and repositories over JSON-RPC.

For example::

    from gitxplorer import Client

    with Client.spawn(["gitxplorer", "serve", "--sandbox"]) as client:
        for user in client.users_random(5)["users"]:
            print(user["login"], user["profileUrl"])
"""

from . import calls, errors, types
from .aio import AsyncClient
from .call import Call
from .client import Client
from .errors import *
from .pending import PendingCall
from .version import __version__

__all__ = ["AsyncClient", "Call", "Client", "PendingCall", "__version__", "calls", "types"]
__all__ += errors.__all__
