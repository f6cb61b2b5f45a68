/// The valid params of one call, with all defaults.
struct CallParams<Query: Sendable>: Sendable {
    /// The method's own params.
    let query: Query
    let common: CommonParams
    /// The method's own params in canonical form, by name and sorted. It is the same for equal
    /// calls.
    let text: [UInt8]
}
