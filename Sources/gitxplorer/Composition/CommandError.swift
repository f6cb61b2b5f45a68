import HTTPCache
import Hosting
import LinuxSystem
import ServerEnvironment
import Transports

/// Why a command cannot run: one sentence, and an exit status.
struct CommandError: Error {
    let sentence: String
    let status: Int32

    private init(_ sentence: String, _ status: ExitStatus) {
        self.sentence = sentence
        self.status = status.rawValue
    }

    /// The flags or arguments are wrong.
    static func usage(_ sentence: String) -> CommandError { CommandError(sentence, .usage) }

    /// A token would be sent to that address in clear.
    static func exposed(_ address: String) -> CommandError {
        .usage("\(address) is plain http, and the network would see the token; use https.")
    }

    /// Refuses a cache file that another user may change.
    static func refuse(cache path: String) throws(CommandError) {
        do {
            try CacheFileRefusal.check(path)
        } catch {
            throw .usage("--cache: \(error).")
        }
    }

    static func failure(_ sentence: String) -> CommandError { CommandError(sentence, .failure) }

    /// The system lacks what a start takes.
    static func shortage(_ sentence: String) -> CommandError { CommandError(sentence, .shortage) }

    static func noConnection(_ sentence: String) -> CommandError {
        CommandError(sentence, .noConnection)
    }
}

extension Result where Failure == Paths.Homeless {
    /// The path, for a command that cannot work without it.
    func orUsage(_ subject: String) throws(CommandError) -> Success {
        do {
            return try get()
        } catch {
            throw .usage("\(subject): \(error).")
        }
    }
}

extension TransportError {
    /// Says whether a flag or the machine caused the error.
    var ofCommand: CommandError {
        switch self {
        case .remoteNotAllowed: .usage("\(self) with --allow-remote.")
        case .invalidHostAndPort, .invalidAddress, .socketPathTooLong: .usage("\(self).")
        case .stream(let error) where error.isShortage: .shortage("\(self).")
        case .couldNotListen(_, let error) where error.isShortage: .shortage("\(self).")
        default: .failure("\(self).")
        }
    }
}

extension EndSignals {
    /// Traps the signals; a failure ends the command.
    static func trapped() throws(CommandError) -> EndSignals {
        do {
            return try EndSignals()
        } catch {
            let sentence = "\(error)."
            throw error.isShortage ? .shortage(sentence) : .failure(sentence)
        }
    }
}
