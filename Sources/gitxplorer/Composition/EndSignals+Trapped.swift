import Transports

extension EndSignals {
    /// Traps the signals; a failure ends the command.
    static func trapped() throws(CommandError) -> EndSignals {
        do {
            return try EndSignals()
        } catch {
            throw .failure("\(error).")
        }
    }
}
