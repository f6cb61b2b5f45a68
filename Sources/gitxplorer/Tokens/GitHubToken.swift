import Explorer
import GitHubAPI
import Glibc
import Hosting
import LinuxSystem
import Secrets
import ServerEnvironment

/// The GitHub token of a run and where it came from.
struct GitHubToken: Sendable {
    let secret: Secret
    let source: TokenSource

    /// The first token among `--token-file`, the variables for this scope, and the stored one.
    ///
    /// - Parameter warn: receives a sentence about a file that is used, or ignored, nevertheless.
    /// - Throws: `CommandError` for a token file that must not be used or holds no token, and for a
    ///   variable whose text is no token.
    static func find(
        for scope: TokenScope, tokenFile: String?, environment: [String: String],
        stored: String?, warn: (String) -> Void
    ) throws -> GitHubToken? {
        if let tokenFile {
            let file = SecretFile(kind: .token, path: tokenFile)
            do throws(SecretFile.Failure) {
                return GitHubToken(secret: try file.read(warn: warn), source: .flag)
            } catch {
                throw CommandError.usage("--token-file: \(error).")
            }
        }
        for variable in TokenVariable.all where variable.isFor(scope) {
            for name in variable.names {
                guard let text = environment[name], !text.allSatisfy(\.isWhitespace)
                else { continue }
                guard let secret = secret(in: text) else {
                    throw CommandError.usage("\(name) holds no token.")
                }
                return GitHubToken(secret: secret, source: .environment)
            }
        }
        return try stored.flatMap { try findStored(SecretFile(kind: .token, path: $0), warn) }
    }

    private static func findStored(
        _ file: SecretFile, _ warn: (String) -> Void
    ) throws -> GitHubToken? {
        do throws(SecretFile.Failure) {
            return GitHubToken(secret: try file.read(warn: warn), source: .stored)
        } catch {
            switch error.reason {
            // Another user may have written the token.
            case .foreign, .mode: throw CommandError.usage("\(error).")
            case .system(let error) where [ENOENT, ENOTDIR].contains(error.code): break
            case .system, nil: warn("\(error); continuing without it")
            }
            return nil
        }
    }

    /// One word of printable ASCII, without the white space around it; nil for anything else.
    static func secret(in text: String) -> Secret? {
        let word = text.split(whereSeparator: \.isWhitespace)
        guard word.count == 1, let token = word.first else { return nil }
        return Secret(tokenText: String(token))
    }
}
