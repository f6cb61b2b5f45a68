import HTTPTypes
import Testing

@testable import HTTPCache

@Suite struct FieldTextTests {
    @Test func `a value may begin with a character that combines with the colon`() {
        let fields: HTTPFields = [.cacheControl: "max-age=60", .server: "\u{301}a:\u{301}"]
        #expect(FieldText.fields(FieldText.text(fields)) == fields)
    }
}
