import JSONRPC

/// The methods that a command serves, and how its connections speak.
struct Service {
    var limits = ConnectionLimits()
    let framing: FramingOption
    let dialect: ConnectionDialect
    let methods: (ServiceStack) -> MethodRegistry
}
