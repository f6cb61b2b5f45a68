import JSONCore
import JSONRPC
import JSONSchema
import Testing

@testable import ExplorerRPC

@Suite struct CatalogueTests {
    private func violations(of value: JSONValue, _ schema: Schema) -> [SchemaViolation] {
        schema.validate(value, definitions: TypeSchemas.definitions)
    }

    @Test func `every name occurs once`() {
        let names = Catalogue.methods.map { $0.name }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Catalogue.methods.map { $0.name })
    func `an example satisfies the schemas that it stands for`(name: String) throws {
        let method = try #require(Catalogue.methods.first { $0.name == name })
        let documentation = method.documentation
        #expect(!documentation.examples.isEmpty)
        for example in documentation.examples {
            #expect(violations(of: .object(example.params), documentation.paramsSchema) == [])
            #expect(violations(of: example.result, documentation.result) == [])
        }
    }

    @Test(arguments: Catalogue.methods.map { $0.name })
    func `every type that a method refers to is defined`(name: String) throws {
        let method = try #require(Catalogue.methods.first { $0.name == name })
        let names = method.documentation.result.references
        #expect(names.isSubset(of: TypeSchemas.definitions.keys))
    }

    @Test func `what the connection itself answers with satisfies the error table`() {
        let errors: [(ErrorKind, RPCError)] = [
            (.parseError, .parseError("it ends early", offset: 3)),
            (.invalidRequest, .invalidRequest("no method")),
            (.methodNotFound, .methodNotFound("user.sumary", suggestion: "user.summary")),
            (.invalidParams, .invalidParams([("/count", "expected an integer")])),
            (.internalError, .internalError(incident: "i1")),
            (.unauthorized, .unauthorized("send session.authenticate first")),
            (.cancelled, .cancelled),
        ]
        for (kind, error) in errors {
            #expect(error.code == kind.code)
            #expect(violations(of: .object(error.data), kind.dataSchema) == [], "\(kind)")
        }
    }

    @Test func `no two kinds of error share a code`() {
        let codes = ErrorKind.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
    }
}
