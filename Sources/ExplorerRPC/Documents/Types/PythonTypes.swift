import JSONCore

/// `types.py` of the Python client: the results as `TypedDict`, made from the method table.
package enum PythonTypes {
    package static var text: String {
        var types = NamedTypes.shared
        for entry in MethodCatalog.entries() { types += NamedTypes.results(of: entry) }
        let declarations = types.map(declaration).joined(separator: "\n\n")
        let imports = ["Literal", "Optional", "TypedDict", "Union"].filter {
            declarations.contains("\($0)[") || $0 == "TypedDict"
        }
        return """
            \(heading)
            from typing import \(imports.joined(separator: ", "))


            \(declarations)
            """
    }

    private static let heading = #"""
        """The shapes of GitXplorer's results, member for member as the server sends them.

        Generated from the server's method table by ``make schemas``; do not edit. Times are RFC 3339
        in UTC, URLs are absolute, and a member that is not always sent is in a class with
        ``total=False``.
        """

        from __future__ import annotations

        """#

    /// Python 3.9 has no `NotRequired`, so optional members are in a class of their own.
    private static func declaration(_ type: NamedType) -> String {
        let optional = type.members.filter(\.isOptional)
        let required = type.members.filter { !$0.isOptional }
        var text = ""
        var base = "TypedDict"
        if !optional.isEmpty {
            base = "_\(type.name)Optional"
            text += """
                class \(base)(TypedDict, total=False):
                    \"""The members of ``\(type.name)`` that are not always sent.\"""

                \(optional.map(member).joined(separator: "\n"))



                """
        }
        text += """
            class \(type.name)(\(base)):
                \"""\(type.description.replacing("`", with: "``"))\"""

            """
        return text + required.map { "\n" + member($0) }.joined() + "\n"
    }

    private static func member(_ member: NamedType.Member) -> String {
        var lines = comment(member.description).map { "    #: \($0)" }
        lines.append("    \(member.name): \(hint(member.shape))")
        return lines.joined(separator: "\n")
    }

    private static func comment(_ description: String?) -> [String] {
        description.map {
            TextWrapping.lines($0.replacing("`", with: "``"), width: 92)
        } ?? []
    }

    private static func hint(_ shape: TypeShape) -> String {
        switch shape {
        case .any: "object"
        case .null: "None"
        case .boolean: "bool"
        case .integer: "int"
        case .number: "float"
        case .string: "str"
        case .literal(let values): "Literal[\(values.map(\.text).joined(separator: ", "))]"
        case .list(let inner): "list[\(hint(inner))]"
        case .map(let inner): "dict[str, \(hint(inner))]"
        case .named(let name): name
        // Python 3.9 has no `|` for types.
        case .union(let shapes) where shapes.count == 2 && shapes[1] == .null:
            "Optional[\(hint(shapes[0]))]"
        case .union(let shapes): "Union[\(shapes.map(hint).joined(separator: ", "))]"
        }
    }
}
