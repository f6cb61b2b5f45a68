"""A server on pygls that answers `user.summary` with the same result each time."""

import json
import sys
from pathlib import Path

from pygls.lsp.server import LanguageServer

RESULT = json.loads(Path(sys.argv[1]).read_text())

server = LanguageServer("bench", "1")


@server.feature("user.summary")
def summary(params):
    return RESULT


server.start_io()
