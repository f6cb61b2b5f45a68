import JSONCore
import LinuxSystem

extension JSONValue {
    /// - Parameter seconds: since 1970.
    static func time(_ seconds: Int) -> JSONValue {
        .string(UTCDate(secondsSince1970: seconds).text)
    }

    static func list<Item>(_ items: [Item], _ shape: (Item) -> JSONObject) -> JSONValue {
        .array(items.map { .object(shape($0)) })
    }
}
