import FoundationEssentials

/// When something was sealed, by the engine's clock and by that of the machine that sealed it.
///
/// Ages are measured by the engine's clock, because the clocks of machines differ. But an engine
/// that lies about the time could pass an old record off as a new one. Therefore nothing is
/// considered more than ``tolerance`` younger than the machines' clocks say.
struct SealedTime: Hashable, Sendable {
    /// In seconds. Machines whose clocks differ by more share less.
    static let tolerance = 900.0

    let engine: EngineTime
    /// Milliseconds since 1970.
    let machine: Int64

    init(engine: EngineTime, machine: Date) {
        self.engine = engine
        self.machine = Int64(machine.timeIntervalSince1970 * 1000)
    }

    /// Seconds since then; nil for the future, by either clock: the age cannot be known.
    func age(at now: EngineTime, _ date: Date) -> Double? {
        let age = now.microseconds - engine.microseconds
        guard age >= 0, self.age(at: date) >= -Self.tolerance else { return nil }
        return max(Double(age) / 1_000_000, self.age(at: date) - Self.tolerance)
    }

    /// Whether it is after `begin`, and the machines' clocks do not contradict it.
    func isNew(since begin: EngineTime, at date: Date) -> Bool {
        engine.microseconds >= begin.microseconds && abs(age(at: date)) <= Self.tolerance
    }

    private func age(at date: Date) -> Double {
        date.timeIntervalSince1970 - Double(machine) / 1000
    }
}

extension SealedTime {
    /// Nil if the bytes end before it, or are no time.
    init?(_ reader: inout ByteReader) {
        guard let engine = reader.number(Int64.self).flatMap(EngineTime.init(microseconds:)),
            let machine = reader.number(Int64.self)
        else { return nil }
        self.engine = engine
        self.machine = machine
    }
}

extension ByteWriter {
    mutating func write(_ time: SealedTime) {
        write(time.engine.microseconds)
        write(time.machine)
    }
}
