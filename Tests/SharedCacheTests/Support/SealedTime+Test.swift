import FoundationEssentials

@testable import SharedCache

extension SealedTime {
    /// The same number of seconds since 1970 by both clocks.
    static func at(_ seconds: Int64) -> SealedTime {
        SealedTime(
            engine: EngineTime(of: seconds * 1_000_000),
            machine: Date(timeIntervalSince1970: Double(seconds)))
    }
}
