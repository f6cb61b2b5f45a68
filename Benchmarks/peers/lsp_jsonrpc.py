"""A server on python-lsp-jsonrpc that answers `user.summary` with the same result each time."""

import json
import sys
from pathlib import Path

from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

RESULT = json.loads(Path(sys.argv[1]).read_text())

writer = JsonRpcStreamWriter(sys.stdout.buffer)
endpoint = Endpoint({"user.summary": lambda params: RESULT}, writer.write)
JsonRpcStreamReader(sys.stdin.buffer).listen(endpoint.consume)
