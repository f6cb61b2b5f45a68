import HTTPCore
import Testing

@Suite struct TraceParentTests {
    private static let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func `a valid one is repeated`() {
        #expect(RequestRecord(trace: Self.valid).facts.trace == Self.valid)
    }

    @Test(arguments: [
        "", "00", String(repeating: "0", count: 55), valid.uppercased(), valid + "0",
        String(valid.dropLast()) + "\n", "01" + valid.dropFirst(2), "ff" + valid.dropFirst(2),
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
    ])
    func `anything else is ignored`(text: String) {
        #expect(RequestRecord(trace: text).facts.trace == nil)
    }
}
