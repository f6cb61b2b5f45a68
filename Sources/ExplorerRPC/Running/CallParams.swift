/// The valid params of one call, with all defaults.
struct CallParams<Own: Sendable>: Sendable {
    /// The method's own params.
    let own: Own
    let common: CommonParams
    /// The method's own params as text, the same for equal calls.
    let text: [UInt8]
}
