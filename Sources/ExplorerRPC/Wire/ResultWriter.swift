import JSONCore

/// Writes a result as JSON text, without secrets in its strings and names.
package struct ResultWriter {
    private(set) var bytes: [UInt8] = []
    private let redact: (String) -> String

    /// - Parameter redact: returns a text without secrets.
    init(redact: @escaping (String) -> String) {
        self.redact = redact
        bytes.reserveCapacity(1024)
    }

    mutating func write(_ text: String) {
        JSONWriter.write(redact(text), to: &bytes)
    }

    mutating func write(_ number: Int) {
        JSONWriter.write(number, to: &bytes)
    }

    mutating func write(_ number: Double) {
        JSONWriter.write(JSONValue(number), to: &bytes)
    }

    mutating func write(_ value: Bool) {
        JSONWriter.write(value, to: &bytes)
    }

    mutating func null() {
        JSONWriter.write(raw: "null", to: &bytes)
    }

    /// Writes a value without looking for secrets.
    mutating func write(ownText value: JSONValue) {
        value.write(to: &bytes)
    }

    mutating func array<Element>(
        _ elements: [Element], _ write: (Element, inout ResultWriter) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &self)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func object(_ members: (inout ResultWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Begins a member; its value is written next.
    mutating func name(_ name: String) {
        self.name(start: Self.start(of: redact(name)))
    }

    /// - Parameter start: made by ``start(of:)``.
    mutating func name(start: [UInt8]) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes += start
    }

    /// The text with which a member begins.
    static func start(of name: String) -> [UInt8] {
        JSONValue.string(name).bytes + [UInt8(ascii: ":")]
    }
}
