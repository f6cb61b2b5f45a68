import JSONCore
package import JSONSchema

/// A method under one of its names: the present one or a former one.
package struct CatalogEntry: Sendable {
    package let method: any DocumentedMethod.Type
    /// The name that a client calls.
    package let name: String
    private let formerParams: [FormerName]

    init(_ method: any DocumentedMethod.Type, name: String? = nil, params: [FormerName] = []) {
        self.method = method
        self.name = name ?? method.name
        formerParams = params
    }

    /// Whether ``name`` is a former name.
    package var isFormer: Bool { name != method.name }

    /// It lists former names of params, and marks a former name of the method.
    package var documentation: MethodDocumentation {
        method.documentation.with(
            formerNames: formerParams, presentMethod: isFormer ? method.name : nil)
    }

    /// The schema of the result, which has a warning if the method or a param has a former name.
    package var result: Schema {
        let hasFormerNames = isFormer || !formerParams.isEmpty
        return hasFormerNames ? method.resultSchema.adding(FormerNames.note) : method.resultSchema
    }

    /// The warning to a client that used former names; nil if it used none.
    func note(formerParams: [FormerName]) -> String? {
        var sentences = formerParams.map { "Use the param \($0.presentName), not \($0.name)." }
        if isFormer { sentences.insert("Use \(method.name), not \(name).", at: 0) }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}

extension MethodCatalog {
    /// All names that can be called: those of the methods in their order, then former ones.
    package static func entries(_ formerNames: FormerNames = .table) -> [CatalogEntry] {
        let present = methods.map {
            CatalogEntry($0, params: formerNames.params[$0.name] ?? [])
        }
        let former = formerNames.methods.compactMap { former in
            methods.first { $0.name == former.presentName }.map {
                CatalogEntry(
                    $0, name: former.name, params: formerNames.params[$0.name] ?? [])
            }
        }
        return present + former
    }
}
