import JSONCore
import Testing

@testable import JSONSchema

@Suite struct SchemaAlternativesTests {
    private let schema = Schema.object(
        [.optional("token", .string().secret()), .optional("device", .boolean)],
        additional: false, exactlyOneOf: [Alternative("token"), Alternative("device", is: true)])

    private func check(_ value: JSONValue, gives expected: [String]) {
        let found = schema.validate(value).map { "\($0.path): \($0.message)" }
        #expect(found == expected)
    }

    @Test func `exactly one alternative must hold`() {
        check(["token": "t"], gives: [])
        check(["token": "t", "device": false], gives: [])
        check(["device": true], gives: [])
        let none = "/token: expected exactly one of token and device true, found none"
        check([:], gives: [none])
        check(["device": false], gives: [none])
        check(
            ["token": "t", "device": true],
            gives: [
                "/device: expected exactly one of token and device true, found token and device true"
            ])
    }

    @Test func `violations of members come before those of alternatives`() {
        check(["device": 1], gives: ["/device: expected true or false, found 1"])
    }

    @Test func `alternatives are printed as oneOf`() {
        let printed = schema.json(referencePrefix: { $0 })
        #expect(
            printed["oneOf"] == [
                ["required": ["token"]],
                ["required": ["device"], "properties": ["device": ["const": true]]],
            ])
    }
}
