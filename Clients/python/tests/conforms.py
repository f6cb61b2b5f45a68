"""Whether a value has the type of a hint, for the types in ``gitxplorer.types``."""

from __future__ import annotations

import re
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


def function_name(method: str) -> str:
    """The name of a method's function in ``calls`` and of the clients' method."""
    name = method.removeprefix("rpc.").replace(".", "_")
    return re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", name)


def misfits(value: Any, hint: Any, path: str = "") -> list[str]:
    """A sentence for each place of the value that does not fit. Additional members are allowed."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Union:
        tried = [misfits(value, option, path) for option in arguments]
        return [] if [] in tried else min(tried, key=len)
    if origin is Literal:
        return [] if value in arguments else [f"{path}: {value!r} is none of {arguments}"]
    if origin is list and isinstance(value, list):
        found = [misfits(item, arguments[0], f"{path}/{i}") for i, item in enumerate(value)]
        return [fault for faults in found for fault in faults]
    if origin is dict and isinstance(value, dict):
        found = [misfits(item, arguments[1], f"{path}/{key}") for key, item in value.items()]
        return [fault for faults in found for fault in faults]
    if hasattr(hint, "__required_keys__"):
        if not isinstance(value, dict):
            return [f"{path}: expected an object, found {value!r}"]
        missing = [f"{path}/{key}: missing" for key in hint.__required_keys__ - value.keys()]
        hints = get_type_hints(hint)
        known = [misfits(value[key], hints[key], f"{path}/{key}") for key in hints if key in value]
        return missing + [fault for faults in known for fault in faults]
    plain = {float: (int, float), object: object, type(None): type(None)}.get(hint, hint)
    fits = isinstance(plain, (type, tuple)) and isinstance(value, plain)
    if isinstance(value, bool) and hint in (int, float):
        fits = False
    return [] if fits else [f"{path}: expected {hint}, found {value!r}"]
