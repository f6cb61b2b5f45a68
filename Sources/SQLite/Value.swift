/// A value of one of SQLite's five storage classes.
package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A value that can be bound to a parameter of a statement.
package protocol Bindable {
    var sqliteValue: Value { get }
}

extension Int: Bindable {
    package var sqliteValue: Value { .integer(Int64(self)) }
}

extension Int64: Bindable {
    package var sqliteValue: Value { .integer(self) }
}

extension Double: Bindable {
    package var sqliteValue: Value { .real(self) }
}

extension String: Bindable {
    package var sqliteValue: Value { .text(self) }
}

extension [UInt8]: Bindable {
    package var sqliteValue: Value { .blob(self) }
}

extension Optional: Bindable where Wrapped: Bindable {
    package var sqliteValue: Value { self?.sqliteValue ?? .null }
}
