"""The library as its documents show it: the example, built without access to `package` declarations,
and the snippets."""

from __future__ import annotations

import json
import re
import subprocess
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

from harness.paths import REPOSITORY
from harness.wire import Connection, SocketConnection, StreamConnection, request

EXAMPLE = REPOSITORY / "Examples" / "echo"
ARTICLE = REPOSITORY / "Sources" / "JSONRPC" / "JSONRPC.docc" / "YourFirstServer.md"
BUILD = REPOSITORY / ".build" / "debug"
BINARY = BUILD / "echo"


@pytest.fixture
def over_stdio() -> Iterator[Connection]:
    with subprocess.Popen(
        [BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as server:
        yield StreamConnection(server)
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait() == 0


def check(connection: Connection) -> None:
    assert connection.result("echo", {"text": "hello"}) == "hello"
    error = connection.error("echo", {"text": 1})
    assert (error["code"], error["data"]["errors"][0]["path"]) == (-32602, "/text")
    assert connection.error("ecko")["data"]["suggestion"] == "echo"
    connection.send(request("countdown", {"from": 1000}, "long"))
    assert connection.receive() == {
        "jsonrpc": "2.0", "method": "left", "params": {"seconds": 1000}
    }  # fmt: skip
    connection.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "long"}})
    assert connection.receive_answer()["error"]["code"] == -32800


def test_the_article_shows_the_example() -> None:
    article = ARTICLE.read_text()
    for file in [EXAMPLE / "Package.swift", *sorted((EXAMPLE / "Sources").rglob("*.swift"))]:
        assert f"```swift\n{file.read_text()}```\n" in article, file


def test_the_example_answers_over_stdio(over_stdio: Connection) -> None:
    check(over_stdio)


def test_the_example_answers_on_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "echo.sock"
    with subprocess.Popen([BINARY, path]) as server:
        try:
            while not path.exists():
                assert server.poll() is None
                time.sleep(0.01)
            with SocketConnection(f"unix:{path}") as connection:
                check(connection)
        finally:
            server.terminate()
        assert server.wait() == 0
    assert not path.exists()


def snippets() -> List[str]:
    """The Swift in the documents, without manifests."""
    documents = [REPOSITORY / "README.md", *(REPOSITORY / "Documentation").rglob("*.md")]
    documents += (REPOSITORY / "Sources").rglob("*.docc/*.md")
    blocks = [
        block
        for document in documents
        for block in re.findall(r"^```swift\n(.*?)^```$", document.read_text(), re.M | re.S)
    ]
    return [block for block in blocks if "import PackageDescription" not in block]


def test_the_snippets_compile_as_they_stand(tmp_path: Path) -> None:
    blocks = snippets()
    assert len(blocks) >= 5
    # Those of C modules that the library's modules import.
    maps = [*BUILD.glob("*.build/module.modulemap")]
    maps += REPOSITORY.glob(".build/checkouts/*/Sources/*/include/module.modulemap")
    imports = ["-I", BUILD / "Modules"]
    for path in maps:
        imports += ["-Xcc", f"-fmodule-map-file={path}"]
    for number, block in enumerate(blocks):
        source = tmp_path / f"snippet{number}.swift"
        source.write_text(block)
        whole = ["-parse-as-library"] if "@main" in block else []
        done = subprocess.run(
            ["swiftc", "-typecheck", "-swift-version", "6", *imports, *whole, source],
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, block + done.stderr


def description(folder: Path) -> Dict[str, Any]:
    """The manifest as SwiftPM reads it."""
    done = subprocess.run(
        ["swift", "package", "--package-path", folder, "dump-package"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def test_the_example_uses_this_packages_products() -> None:
    library, example = description(REPOSITORY), description(EXAMPLE)
    products = {product["name"] for product in library["products"]}
    used = [part["product"] for part in example["targets"][0]["dependencies"]]
    assert used and {name for name, *_ in used} <= products
    assert {package for _, package, *_ in used} == {library["name"]}
    [dependency] = example["dependencies"]
    [place] = dependency["fileSystem"]
    assert (place["nameForTargetDependencyResolutionOnly"], Path(place["path"])) == (
        library["name"], REPOSITORY,
    )  # fmt: skip
