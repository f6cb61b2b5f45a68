@testable import SharedCache

extension EngineTime {
    /// A time of a working clock.
    init(of microseconds: Int64) {
        guard let time = EngineTime(microseconds: microseconds) else {
            preconditionFailure("\(microseconds) is no time")
        }
        self = time
    }
}
