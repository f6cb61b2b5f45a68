"""The installed package."""

import zipfile
from email.parser import Parser
from pathlib import Path

import gitxplorer
import pytest

PACKAGE = Path(__file__).parents[1]


@pytest.fixture
def wheel(wheel_file: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(wheel_file)


def test_the_wheel_has_the_license_the_types_and_every_module(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    license = next(name for name in names if name.endswith("/LICENSE"))
    assert wheel.read(license) == (PACKAGE / "LICENSE").read_bytes()
    sources = PACKAGE / "src"
    modules = {str(path.relative_to(sources)) for path in sources.rglob("*.py")}
    assert modules | {"gitxplorer/py.typed"} <= set(names)


def test_the_wheel_has_the_repositorys_schemas(wheel: zipfile.ZipFile) -> None:
    files = {
        f"gitxplorer/schemas/{path.name}": path.read_bytes()
        for path in (PACKAGE.parents[1] / "Schemas").iterdir()
    }
    packed = {n: wheel.read(n) for n in wheel.namelist() if n.startswith("gitxplorer/schemas/")}
    assert files == packed


def test_the_metadata_is_complete(wheel: zipfile.ZipFile) -> None:
    name = next(name for name in wheel.namelist() if name.endswith("/METADATA"))
    metadata = Parser().parsestr(wheel.read(name).decode())
    assert metadata["Version"] == gitxplorer.__version__
    for field in ("Summary", "Author", "License-Expression", "License-File", "Requires-Python", "Keywords"):
        assert metadata[field], field
    assert "AsyncClient" in metadata.get_payload()
