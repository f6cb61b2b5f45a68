import JSONCore
import LinuxSystem

extension JSONValue {
    /// - Parameter seconds: since 1970.
    static func time(_ seconds: Int) -> JSONValue {
        .string(UTCDate(secondsSince1970: seconds).text)
    }

    static func list<Element>(_ elements: [Element], _ shape: (Element) -> JSONObject) -> JSONValue
    {
        .array(elements.map { .object(shape($0)) })
    }
}
