import ArgumentParser
import Explorer
import ExplorerRPC
import HTTPCache
import JSONRPC
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

    /// A flag beside `--connect` that only a new server could use.
    static func noUse(for word: String) -> CommandError {
        .usage("--connect asks a running server, which has no use for \(word).")
    }

    /// There is no method of that name.
    static func noMethod(_ name: String) -> CommandError {
        let nearest = EditDistance.nearest(to: name, among: MethodCatalog.methods.map { $0.name })
        let remedy =
            nearest.map { "did you mean '\($0)'?" }
            ?? "'gitxplorer schema --list' lists all methods."
        return .usage("there is no method '\(name)'; \(remedy)")
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

extension CommandError {
    /// Why a command ended in `error`; nil if ArgumentParser has the message.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as Paths.Homeless: self = .usage("\(error.subject): \(error).")
        case let error as StartResources.Shortage: self = .shortage("\(error).")
        case let error as Errno where error.isShortage: self = .shortage("\(error).")
        case let error as TransportError: self = .transport(error)
        case SignInError.storage(let error): self.init(error)
        case SignInError.exposed(let address, _): self = .exposed(address)
        case let error as SignInError:
            self = .failure(ErrorCatalog.rpcError(for: error, incident: { "\($0)" }).message)
        default:
            guard GitXplorer.exitCode(for: error) == .failure else { return nil }
            self = .failure("\(error).")
        }
    }

    /// Says whether a flag or the machine caused the error.
    private static func transport(_ error: TransportError) -> CommandError {
        switch error {
        case .remoteNotAllowed: .usage("\(error) with --allow-remote.")
        case .invalidHostAndPort, .invalidAddress, .socketPathTooLong: .usage("\(error).")
        case .stream(let cause) where cause.isShortage: .shortage("\(error).")
        case .couldNotListen(_, let cause) where cause.isShortage: .shortage("\(error).")
        default: .failure("\(error).")
        }
    }
}
