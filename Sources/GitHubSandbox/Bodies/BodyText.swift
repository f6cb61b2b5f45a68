import JSONCore
import LinuxSystem

/// A JSON body that is written member by member.
///
/// A page of a hundred repositories has nine thousand members, so no values are built for them.
struct BodyText {
    private(set) var bytes: [UInt8] = []

    /// A body that is one object.
    static func object(_ fill: (inout BodyText) -> Void) -> [UInt8] {
        var text = BodyText()
        text.object(fill)
        return text.bytes
    }

    /// A body that is an array of objects.
    static func objects<Element>(
        _ elements: [Element], _ fill: (inout BodyText, Element) -> Void
    ) -> [UInt8] {
        var text = BodyText()
        text.array(elements) { text, element in text.object { fill(&$0, element) } }
        return text.bytes
    }

    private mutating func object(_ fill: (inout BodyText) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        fill(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func array<Element>(
        _ elements: [Element], _ fill: (inout BodyText, Element) -> Void
    ) {
        separate()
        bytes.append(UInt8(ascii: "["))
        let start = bytes.count
        for (index, element) in elements.enumerated() {
            fill(&self, element)
            // The other elements are about as long as the first: reserving room avoids copying the
            // page.
            if index == 0, elements.count > 1 {
                bytes.reserveCapacity(start + (bytes.count - start) * elements.count * 5 / 4)
            }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func member(_ name: String, _ text: String?) {
        guard let text else { return null(name) }
        begin(name)
        JSONWriter.write(text, to: &bytes)
    }

    /// - Parameter seconds: since 1970.
    mutating func member(_ name: String, time seconds: Int) {
        member(name, UTCDate(secondsSince1970: seconds).text)
    }

    mutating func member(_ name: String, _ number: Int) {
        begin(name)
        JSONWriter.write(number, to: &bytes)
    }

    mutating func member(_ name: String, _ flag: Bool?) {
        guard let flag else { return null(name) }
        begin(name)
        JSONWriter.write(flag, to: &bytes)
    }

    /// The score of a search result; GitHub always sends 1.0.
    mutating func score() {
        begin("score")
        JSONWriter.write(raw: "1.0", to: &bytes)
    }

    mutating func null(_ name: String) {
        begin(name)
        JSONWriter.write(raw: "null", to: &bytes)
    }

    mutating func member(_ name: String, object fill: (inout BodyText) -> Void) {
        begin(name)
        object(fill)
    }

    mutating func member<Element>(
        _ name: String, objects elements: [Element], _ fill: (inout BodyText, Element) -> Void
    ) {
        begin(name)
        array(elements) { text, element in text.object { fill(&$0, element) } }
    }

    mutating func member(_ name: String, texts: [String]) {
        begin(name)
        array(texts) {
            $0.separate()
            JSONWriter.write($1, to: &$0.bytes)
        }
    }

    private mutating func begin(_ name: String) {
        separate()
        JSONWriter.write(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes the comma before an element or a member, except before the first one.
    private mutating func separate() {
        guard let last = bytes.last, !"[{:".utf8.contains(last) else { return }
        bytes.append(UInt8(ascii: ","))
    }
}
