import GitHubAPI
import Synchronization

/// Decides as whom GitHub is asked: by the token that the server began with, or by a login.
///
/// What comes next is decided by ``SignInState``; this class asks GitHub, polls, and tells others.
/// A new token comes into force before what was made with the former one is forgotten
/// (``SignInEnvironment/tokenChanged``), so that an answer computed in between is not kept.
package final class SignIn: Sendable {
    private struct Guarded {
        var state: SignInState
        var polling: Polling?
    }

    private struct Polling {
        let attempt: SignInState.Attempt
        let task: Task<SignInEnding, Never>
    }

    private let client: GitHubClient
    private let environment: SignInEnvironment
    private let guarded: Mutex<Guarded>

    /// - Parameters:
    ///   - client: asks the API; its own credential is not used.
    ///   - token: what the server begins with; GitHub is asked about it when somebody wants to
    ///     know.
    package init(
        client: GitHubClient, token: Secret? = nil, source: TokenSource? = nil,
        environment: SignInEnvironment = SignInEnvironment()
    ) {
        self.client = client
        self.environment = environment
        guarded = Mutex(Guarded(state: SignInState(token: token, source: source)))
    }

    /// The token in use.
    package var token: Secret? { guarded.withLock { $0.state.token } }

    /// Who is signed in. GitHub is asked once for each token.
    ///
    /// - Throws: ``ExplorerError`` if GitHub has to be asked and cannot be.
    package func status() async throws(ExplorerError) -> SignInStatus {
        while true {
            let (token, status) = guarded.withLock { ($0.state.unknownToken, $0.state.status) }
            guard let token else { return status }
            do throws(GitHubError) {
                learn(.owner(try await client.owner(of: token)), of: token)
            } catch {
                guard case .unauthorized = error else {
                    throw ExplorerError(failure: error, profileURL: nil)
                }
                learn(.invalid, of: token)
            }
        }
    }

    /// Something has been answered by 401 while `token` was in use: ``status()`` asks anew.
    func doubt(_ token: Secret) {
        guarded.withLock { $0.state.doubt(token) }
    }

    /// Has GitHub check `token`, stores it if asked to, and uses it from now on.
    ///
    /// If any of it fails, the former token stays in use.
    package func login(token: Secret, store: Bool) async throws(SignInError) -> SignInStatus {
        let attempt = guarded.withLock { $0.state.begin() }
        let owner: TokenOwner
        do throws(GitHubError) {
            owner = try await client.owner(of: token)
        } catch {
            throw .failed(error)
        }
        if store { try await keep(token) }
        guard let status = use(token, .owner(owner), attempt) else {
            if store { await removeIfSignedOut() }
            throw .failed(.cancelled)
        }
        return status
    }

    /// Begins a sign-in by device code, and polls until a person has decided.
    package func loginByDevice(
        scopes: [String], store: Bool
    ) async throws(SignInError) -> PendingSignIn {
        guard let codes = environment.deviceCodes else { throw .noClientID }
        let attempt = guarded.withLock { $0.state.begin() }
        let askedAt = environment.instant()
        let code: DeviceCode
        do throws(DeviceCodeError) {
            code = try await codes.begin(scopes: scopes)
        } catch {
            switch error {
            case .refused(let code): throw .refused(code: code)
            case .failed(let failure): throw .failed(failure)
            }
        }
        let expiry = environment.now().addingTimeInterval(Double(code.lifetime))
        let flow = DeviceFlow(code, askedAt: askedAt)
        let hasBegun = guarded.withLock { guarded in
            guard guarded.state.wait(attempt: attempt) else { return false }
            guarded.polling?.task.cancel()
            let task = Task { await self.poll(codes, code, flow, attempt, store: store) }
            guarded.polling = Polling(attempt: attempt, task: task)
            return true
        }
        guard hasBegun else { throw .failed(.cancelled) }
        return PendingSignIn(
            userCode: code.userCode, verificationUri: code.verificationURI,
            expiresAt: Timestamp(expiry), interval: flow.interval)
    }

    /// How the sign-in by device code that is under way ends; nil if there is none.
    package func ending() async -> SignInEnding? {
        await guarded.withLock { $0.polling?.task }?.value
    }

    /// Goes on without a token, and removes the one that was stored.
    package func logout() async throws(SignInError) -> SignInStatus {
        let (before, status) = guarded.withLock { guarded in
            let before = guarded.state.status
            guarded.state.signOut()
            stopPolling(&guarded)
            return (before, guarded.state.status)
        }
        environment.tokenChanged()
        if before.state != status.state { environment.statusChanged(status) }
        do {
            try await environment.removeStored()
        } catch {
            throw .storage(error)
        }
        return status
    }

    /// Stops polling and waits until that has ended.
    package func close() async {
        let task = guarded.withLock { guarded in
            stopPolling(&guarded)
            return guarded.polling?.task
        }
        _ = await task?.value
    }

    private func poll(
        _ codes: DeviceCodeClient, _ code: DeviceCode, _ start: DeviceFlow,
        _ attempt: SignInState.Attempt, store: Bool
    ) async -> SignInEnding {
        do {
            switch try await outcome(codes, code, start) {
            case .granted(let token): return await use(granted: token, attempt, store: store)
            case .denied: return giveUp(attempt, .denied)
            case .expired: return giveUp(attempt, .expired)
            case .refused(let code): return giveUp(attempt, .refused(code: code))
            }
        } catch {
            return giveUp(attempt, .stopped)
        }
    }

    private func outcome(
        _ codes: DeviceCodeClient, _ code: DeviceCode, _ start: DeviceFlow
    ) async throws -> DeviceFlow.Outcome {
        var flow = start
        var next = flow.next(at: environment.instant())
        while true {
            switch next {
            case .poll(let pause):
                try await environment.sleep(pause)
                let reply = try await codes.poll(code)
                next = flow.receive(reply, at: environment.instant())
            case .expire(let pause):
                try await environment.sleep(pause)
                return .expired
            case .end(let outcome):
                return outcome
            }
        }
    }

    /// A token that GitHub gave is used although GitHub cannot be asked whose it is: it is given
    /// once only.
    private func use(
        granted token: Secret, _ attempt: SignInState.Attempt, store: Bool
    ) async -> SignInEnding {
        var knowledge = SignInState.Knowledge.unknown
        do throws(GitHubError) {
            knowledge = .owner(try await client.owner(of: token))
        } catch {
            if case .unauthorized = error { return giveUp(attempt, .invalidToken) }
            if error == .cancelled { return giveUp(attempt, .stopped) }
        }
        guard guarded.withLock({ $0.state.pending == attempt }) else { return .stopped }
        if store {
            do {
                try await environment.store(token)
            } catch {
                environment.report(error)
            }
        }
        guard let status = use(token, knowledge, attempt) else {
            if store { await removeIfSignedOut() }
            return .stopped
        }
        return .signedIn(status)
    }

    private func use(
        _ token: Secret, _ knowledge: SignInState.Knowledge, _ attempt: SignInState.Attempt
    ) -> SignInStatus? {
        let change = guarded.withLock { guarded -> (before: SignInStatus, after: SignInStatus)? in
            let before = guarded.state.status
            guard guarded.state.signIn(token, knowledge, attempt: attempt) else { return nil }
            if guarded.state.pending == nil, guarded.polling?.attempt != attempt {
                stopPolling(&guarded)
            }
            return (before, guarded.state.status)
        }
        guard let change else { return nil }
        environment.tokenChanged()
        if change.before != change.after { environment.statusChanged(change.after) }
        return change.after
    }

    private func giveUp(
        _ attempt: SignInState.Attempt, _ ending: SignInEnding
    ) -> SignInEnding {
        let status = guarded.withLock { guarded in
            guarded.state.giveUp(attempt: attempt) ? guarded.state.status : nil
        }
        guard let status else { return .stopped }
        environment.statusChanged(status)
        return ending
    }

    private func learn(_ knowledge: SignInState.Knowledge, of token: Secret) {
        let status = guarded.withLock { guarded in
            guarded.state.learn(knowledge, of: token) ? guarded.state.status : nil
        }
        if let status { environment.statusChanged(status) }
    }

    private func keep(_ token: Secret) async throws(SignInError) {
        do {
            try await environment.store(token)
        } catch {
            throw .storage(error)
        }
    }

    /// A logout that came while a token was being stored removes that one, too.
    private func removeIfSignedOut() async {
        guard token == nil else { return }
        do {
            try await environment.removeStored()
        } catch {
            environment.report(error)
        }
    }

    private func stopPolling(_ guarded: inout Guarded) {
        guarded.polling?.task.cancel()
    }
}
