"""`Schemas/` is valid OpenRPC and JSON Schema, and complete. No server is involved."""

from __future__ import annotations

import json
from typing import Any, Iterator

import pytest
from gitxplorer.contract.params import candidates
from gitxplorer.contract.schemas import Schemas
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from harness.paths import OPENRPC_META_SCHEMA, SCHEMAS

METHODS = list(Schemas(SCHEMAS).methods)


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, member in value.items():
            if name == "$ref":
                yield member
            else:
                yield from references(member)
    elif isinstance(value, list):
        for member in value:
            yield from references(member)


def test_the_document_satisfies_the_openrpc_meta_schema(schemas: Schemas) -> None:
    meta = json.loads(OPENRPC_META_SCHEMA.read_text())
    minor = ".".join(schemas.openrpc["openrpc"].split(".")[:2])
    resources = {
        schema["$id"]: Resource(contents=schema, specification=DRAFT7)
        for schema in (meta[minor], meta["https://meta.json-schema.tools"])
    }
    uri = "https://meta.json-schema.tools"
    resources[uri] = resources[uri + "/"]
    registry: Registry = Registry().with_resources(resources.items())
    faults = list(Draft7Validator(meta[minor], registry=registry).iter_errors(schemas.openrpc))
    assert not faults, f"{faults[0].json_path}: {faults[0].message}"


def test_every_method_has_its_files_and_there_are_no_others(schemas: Schemas) -> None:
    expected = {f"{name}.{kind}.json" for name in schemas.methods for kind in ("params", "result")}
    assert set(schemas.files) == expected | {"openrpc.json", "errors.json"}


def test_every_file_is_a_valid_schema_in_both_dialects(schemas: Schemas) -> None:
    for name, schema in schemas.files.items():
        if name != "openrpc.json":
            Draft202012Validator.check_schema(schema)
            Draft7Validator.check_schema({**schema, "$schema": Draft7Validator.META_SCHEMA["$id"]})
            assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema", name


@pytest.mark.parametrize("method", METHODS)
def test_draft_7_judges_params_the_same(method: str, schemas: Schemas) -> None:
    name = f"{method}.params.json"
    newer, older = schemas.validator(name), schemas.validator(name, "draft-07")
    for _, params in candidates(schemas, method):
        assert older.is_valid(params) == newer.is_valid(params), params


def test_references_stay_within_the_schemas(schemas: Schemas) -> None:
    for name, schema in schemas.files.items():
        for reference in references(schema):
            file, _, pointer = reference.partition("#")
            assert file == "" or file in schemas.files, f"{name}: {reference}"
            target = schemas.files[file or name]
            for token in pointer.split("/")[1:]:
                target = target[token]


def test_params_are_closed_and_results_open(schemas: Schemas) -> None:
    for name in schemas.methods:
        params = schemas.files[f"{name}.params.json"]
        # `initialize` accepts the other params that an LSP client sends.
        assert params.get("additionalProperties", True) is (name == "initialize"), name

    def closed(value: Any) -> bool:
        if isinstance(value, dict):
            return value.get("additionalProperties") is False or any(map(closed, value.values()))
        return isinstance(value, list) and any(map(closed, value))

    assert not [n for n in schemas.methods if closed(schemas.files[f"{n}.result.json"])]


def test_every_example_satisfies_its_schemas(schemas: Schemas) -> None:
    for name, method in schemas.methods.items():
        assert method["examples"], name
        for example in method["examples"]:
            params = {param["name"]: param["value"] for param in example["params"]}
            schemas.check(f"{name}.params.json", params)
            schemas.check(f"{name}.result.json", example["result"]["value"])


def test_every_error_is_described(schemas: Schemas) -> None:
    described = {
        choice["properties"]["data"]["$ref"].rsplit("/")[-1]: choice["properties"]["code"]["const"]
        for choice in schemas.files["errors.json"]["anyOf"]
    }
    errors = schemas.openrpc["components"]["errors"]
    assert described == {kind: error["code"] for kind, error in errors.items()}
    assert set(described) == set(schemas.files["errors.json"]["$defs"])


def strings(value: Any) -> Iterator[Any]:
    """All schemas of strings, at any depth."""
    if isinstance(value, dict):
        if value.get("type") == "string":
            yield value
        for member in value.values():
            yield from strings(member)
    elif isinstance(value, list):
        for member in value:
            yield from strings(member)


@pytest.mark.parametrize("method", METHODS)
def test_every_string_param_has_a_maximum_length(method: str, schemas: Schemas) -> None:
    for schema in strings(schemas.files[f"{method}.params.json"]):
        for letter in "xX0":
            assert not Draft202012Validator(schema).is_valid(letter * 1025), schema


def test_a_query_has_at_most_1024_characters(schemas: Schemas) -> None:
    query = schemas.files["search.users.params.json"]["properties"]["query"]
    assert query["maxLength"] == 1024
    assert Draft202012Validator(query).is_valid("\U0001f642" * 1024)
