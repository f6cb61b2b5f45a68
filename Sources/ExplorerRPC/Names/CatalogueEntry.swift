import JSONCore
import JSONSchema

/// A method under one of its names: the present one, or one that it once had.
package struct CatalogueEntry: Sendable {
    package let method: any DocumentedMethod.Type
    /// What a client calls.
    package let name: String
    /// With former names of params, and for a former name of the method saying so.
    package let documentation: MethodDocumentation

    /// Whether ``name`` is one that the method once had.
    package var isFormer: Bool { name != method.name }

    init(_ method: any DocumentedMethod.Type, name: String? = nil, params: [FormerName] = []) {
        self.method = method
        self.name = name ?? method.name
        documentation = method.documentation.with(
            formerNames: params, presentMethod: name == nil ? nil : method.name)
    }

    /// What to tell a client that used former names; nil if it used none.
    func note(formerParams: [FormerName]) -> String? {
        var sentences = formerParams.map { "Use the param \($0.presentName), not \($0.name)." }
        if isFormer { sentences.insert("Use \(method.name), not \(name).", at: 0) }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}

extension Catalogue {
    /// Every name that can be called: the methods in their order, then their former names.
    package static func entries(_ formerNames: FormerNames = .table) -> [CatalogueEntry] {
        let present = methods.map {
            CatalogueEntry($0, params: formerNames.params[$0.name] ?? [])
        }
        let former = formerNames.methods.compactMap { former in
            methods.first { $0.name == former.presentName }.map {
                CatalogueEntry(
                    $0, name: former.name, params: formerNames.params[$0.name] ?? [])
            }
        }
        return present + former
    }
}
