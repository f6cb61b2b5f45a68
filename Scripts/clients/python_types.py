"""The result types of the Python client."""

from __future__ import annotations

import json
import textwrap

from .schema import Member, Schema, Type, alternatives, inner_param_types, literals, map_values
from .schema import result_types, shared_types, type_name

NAMES = {"null": "None", "boolean": "bool", "integer": "int", "number": "float", "string": "str"}

HEAD = '''"""The shapes of GitXplorer's results, member for member as the server sends them.

Generated from the server's method table by ``make schemas``; do not edit. Times are RFC 3339
in UTC, URLs are absolute, and a member that is not always sent is in a class with
``total=False``.
"""

from __future__ import annotations

'''


def text(document: Schema) -> str:
    types = shared_types(document)
    for method in document["methods"]:
        types += inner_param_types(method) + result_types(method)
    declarations = "\n\n".join(map(type_class, types))
    return f"{HEAD}{imports(declarations, 'TypedDict')}\n\n\n{declarations}"


def imports(code: str, *always: str) -> str:
    """The line that imports the names of ``typing`` that the code uses."""
    names = ["Any", "Literal", "Optional", "TypedDict", "Union"]
    return f"from typing import {', '.join(n for n in names if f'{n}[' in code or n in always)}"


def type_class(type: Type) -> str:
    """Python 3.9 has no `NotRequired`, so optional members are in a class of their own."""
    optional = [member for member in type.members if not member.required]
    required = [member for member in type.members if member.required]
    text, base = "", "TypedDict"
    if optional:
        base = f"_{type.name}Optional"
        text = (
            f"class {base}(TypedDict, total=False):\n"
            f'    """The members of ``{type.name}`` that are not always sent."""\n\n'
            + "".join(map(member_lines, optional))
            + "\n\n"
        )
    description = type.description.replace("`", "``")
    head = f'class {type.name}({base}):\n    """{description}"""\n\n'
    return text + head + "".join(map(member_lines, required))


def member_lines(member: Member) -> str:
    description = member.schema.get("description", "").replace("`", "``")
    lines = [f"    #: {line}\n" for line in textwrap.wrap(description, 92)]
    return "".join(lines) + f"    {member.name}: {hint(member.schema)}\n"


def hint(schema: Schema, types: str = "", array: str = "list") -> str:
    """
    - ``types``: what names of types begin with, such as ``types.``.
    - ``array``: the type of arrays.
    """
    shapes = [hint(shape, types, array) for shape in alternatives(schema)]
    # Python 3.9 has no `|` for types.
    if len(shapes) == 2 and shapes[1] == "None":
        return f"Optional[{shapes[0]}]"
    if shapes:
        return f"Union[{', '.join(shapes)}]"
    if literals(schema):
        return f"Literal[{', '.join(map(json.dumps, literals(schema)))}]"
    if name := type_name(schema):
        return types + name
    if schema.get("type") == "array":
        return f"{array}[{hint(schema['items'], types, array)}]"
    if schema.get("type") == "object":
        return f"dict[str, {hint(map_values(schema), types, array)}]"
    return NAMES.get(schema.get("type", ""), "object")
