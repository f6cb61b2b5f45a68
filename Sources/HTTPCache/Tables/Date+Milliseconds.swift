import FoundationEssentials

extension Date {
    /// Unix time, rounded down, so that no stored time is later than the original.
    ///
    /// A damaged file may hold any number; those beyond all calendars are kept as they are.
    var milliseconds: Int64 {
        let bound = Double(1 << 53)
        return Int64(min(max((timeIntervalSince1970 * 1000).rounded(.down), -bound), bound))
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// What was saved earlier in the file has expired, whatever it says.
    var earliestSaving: Date { self - Double(ResponseFreshness.longestLifetime) }
}
