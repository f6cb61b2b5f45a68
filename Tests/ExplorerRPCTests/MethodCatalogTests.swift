import JSONCore
import JSONRPC
import JSONSchema
import Testing

@testable import ExplorerRPC

@Suite struct MethodCatalogTests {
    private func violations(of value: JSONValue, _ schema: Schema) -> [SchemaViolation] {
        schema.validate(value, definitions: TypeSchemas.definitions)
    }

    @Test func `every name is unique`() {
        let names = MethodCatalog.methods.map { $0.name }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: MethodCatalog.methods.map { $0.name })
    func `an example satisfies its schemas and has only listed members`(name: String)
        throws
    {
        let method = try #require(MethodCatalog.methods.first { $0.name == name })
        let documentation = method.documentation
        #expect(!documentation.examples.isEmpty)
        for (index, example) in documentation.examples.enumerated() {
            let result = MethodExample.result(of: name, index)
            #expect(violations(of: .object(example.params), documentation.paramsSchema) == [])
            #expect(violations(of: result, method.resultSchema) == [])
            #expect(unlisted(in: result, method.resultSchema) == [])
        }
    }

    /// Members that are not in the schema: results are open, so it accepts them.
    private func unlisted(in value: JSONValue, _ schema: Schema) -> [String] {
        switch schema.rule {
        case .ref(let name):
            TypeSchemas.definitions[name].map { unlisted(in: value, $0) } ?? [name]
        case .nullable(let inner): value.isNull ? [] : unlisted(in: value, inner)
        case .array(let items, _):
            (value.arrayValue ?? []).flatMap { unlisted(in: $0, items) }
        case .map(let inner):
            (value.objectValue ?? [:]).flatMap { unlisted(in: $0.value, inner) }
        case .anyOf(let schemas):
            schemas.map { unlisted(in: value, $0) }.min { $0.count < $1.count } ?? []
        case .object where !schema.properties.isEmpty:
            (value.objectValue ?? [:]).flatMap { name, member in
                schema.properties.first { $0.name == name }
                    .map { unlisted(in: member, $0.schema) } ?? [name]
            }
        default: []
        }
    }

    @Test(arguments: MethodCatalog.methods.map { $0.name })
    func `every type used by a method is defined`(name: String) throws {
        let method = try #require(MethodCatalog.methods.first { $0.name == name })
        let names = method.resultSchema.references
        #expect(names.isSubset(of: TypeSchemas.definitions.keys))
    }

    @Test(arguments: MethodCatalog.methods.map { $0.name })
    func `params contain no references, because validation passes no definitions`(name: String)
        throws
    {
        let method = try #require(MethodCatalog.methods.first { $0.name == name })
        #expect(method.documentation.paramsSchema.references == [])
    }

    @Test func `the connection's own errors satisfy the error table`() {
        let errors: [(ErrorKind, RPCError)] = [
            (.parseError, .parseError("it ends early", offset: 3)),
            (.invalidRequest, .invalidRequest("no method")),
            (.methodNotFound, .methodNotFound("user.sumary", suggestion: "user.summary")),
            (.invalidParams, .invalidParams([("/count", "expected an integer")])),
            (.internalError, .internalError(incident: "i1")),
            (.unauthorized, SessionGate.secretExpected),
            (.cancelled, .cancelled),
        ]
        for (kind, error) in errors {
            #expect(error.code == kind.code)
            #expect(violations(of: .object(error.data), kind.dataSchema) == [], "\(kind)")
        }
    }

    @Test func `no two kinds of error have the same code`() {
        let codes = ErrorKind.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
    }
}
