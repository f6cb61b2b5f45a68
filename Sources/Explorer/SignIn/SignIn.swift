import FoundationEssentials
package import GitHubAPI
import HTTPCore
package import Secrets
import Synchronization

/// Signs in to GitHub and out again.
///
/// ``SignInState`` decides what happens next; this class asks GitHub, polls, and reports changes.
/// A new token takes effect before ``SignInEnvironment/tokenChanged`` discards the results of the
/// former one, so that a result computed in between is not kept.
package final class SignIn: Sendable {
    struct Guarded {
        var state: SignInState
        var polling: (attempt: SignInState.Attempt, task: Task<SignInEnding, Never>)?
    }

    private let client: GitHubClient
    private let environment: SignInEnvironment
    private let current: CurrentToken

    /// - Parameter client: a client of the API; its own credential is not used.
    package init(
        client: GitHubClient, current: CurrentToken = CurrentToken(),
        environment: SignInEnvironment = SignInEnvironment()
    ) {
        self.client = client
        self.current = current
        self.environment = environment
    }

    /// The token in use.
    package var token: Secret? { current.value }

    /// The account that is signed in. GitHub is asked once for each token.
    package func status() async throws(GitHubError) -> SignInStatus {
        while true {
            let (token, status) = current.guarded.withLock {
                ($0.state.unknownToken, $0.state.status)
            }
            guard let token else { return status }
            var knowledge = SignInState.Knowledge.invalid
            do throws(GitHubError) {
                knowledge = .owner(try await client.owner(of: token))
            } catch {
                guard case .unauthorized = error else { throw error }
            }
            announce { $0.learn(knowledge, of: token) }
        }
    }

    /// Makes ``status()`` ask GitHub again, after a 401 for `token`.
    func doubt(_ token: Secret) {
        current.guarded.withLock { $0.state.doubt(token) }
    }

    /// Checks `token` with GitHub, stores it if `store` is set, and uses it from then on. If a step
    /// fails, the former token stays in use.
    package func login(token: Secret, store: Bool) async throws(SignInError) -> SignInStatus {
        try requireConfidential(client.base, byDevice: false)
        let attempt = current.guarded.withLock { $0.state.begin() }
        let owner: TokenOwner
        do throws(GitHubError) {
            owner = try await client.owner(of: token)
        } catch {
            throw .failed(error)
        }
        if store {
            do { try await environment.store(token) } catch { throw .storage(error) }
        }
        guard let status = use(token, .owner(owner), attempt) else {
            if store { await removeIfSignedOut() }
            throw .failed(.cancelled)
        }
        return status
    }

    /// Begins a sign-in by device code, and polls GitHub until a person has decided.
    package func loginByDevice(
        scopes: [String], store: Bool
    ) async throws(SignInError) -> PendingSignIn {
        guard let codes = environment.deviceCodes else {
            throw .noClientID(tokenPage: environment.tokenPage)
        }
        try requireConfidential(client.base, byDevice: true)
        try requireConfidential(codes.base, byDevice: true)
        guard environment.deviceTokensBelongHere else {
            throw .foreignPages(address: "\(codes.base)", api: "\(client.base)")
        }
        let attempt = current.guarded.withLock { $0.state.begin() }
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
        let hasBegun = current.guarded.withLock { guarded in
            guard guarded.state.wait(attempt: attempt) else { return false }
            let previous = guarded.polling?.task
            previous?.cancel()
            // Detached, because it outlives its request, and its log must not have that one's id.
            let task = Task.detached(executorPreference: environment.executor) {
                // One task owns the other, so that close() waits for both.
                _ = await previous?.value
                return await self.poll(codes, code, flow, attempt, store: store)
            }
            guarded.polling = (attempt, task)
            return true
        }
        guard hasBegun else { throw .failed(.cancelled) }
        return PendingSignIn(
            userCode: code.userCode, verificationUri: code.verificationURI,
            expiresAt: Timestamp(expiry), interval: flow.interval)
    }

    private func requireConfidential(
        _ address: WebAddress, byDevice: Bool
    ) throws(SignInError) {
        guard !address.isConfidential else { return }
        throw .exposed(address: "\(address)", byDevice: byDevice)
    }

    /// Waits for the end of the current sign-in by device code; nil if there is none.
    package func ending() async -> SignInEnding? {
        await current.guarded.withLock { $0.polling?.task }?.value
    }

    /// Stops using a token, and removes the stored one.
    package func logout() async throws(SignInError) -> SignInStatus {
        let (before, status) = current.guarded.withLock { guarded in
            let before = guarded.state.status
            guarded.state.signOut()
            guarded.polling?.task.cancel()
            return (before, guarded.state.status)
        }
        environment.tokenChanged()
        if before.state != status.state { environment.statusChanged(status) }
        do { try await environment.removeStored() } catch { throw .storage(error) }
        return status
    }

    /// Stops polling, and waits until every poll has ended, of earlier sign-ins too.
    package func close() async {
        let task = current.guarded.withLock { $0.polling?.task }
        task?.cancel()
        _ = await task?.value
    }

    private func poll(
        _ codes: DeviceCodeClient, _ code: DeviceCode, _ start: DeviceFlow,
        _ attempt: SignInState.Attempt, store: Bool
    ) async -> SignInEnding {
        var flow = start
        var next = flow.next(at: environment.instant())
        do {
            while true {
                switch next {
                case .poll(let pause):
                    try await environment.sleep(pause)
                    next = flow.receive(try await codes.poll(code), at: environment.instant())
                case .expire(let pause):
                    try await environment.sleep(pause)
                    next = .end(.expired)
                case .end(.granted(let token)):
                    return await use(granted: token, attempt, store: store)
                case .end(.denied): return giveUp(attempt, .denied)
                case .end(.expired): return giveUp(attempt, .expired)
                case .end(.refused(let code)): return giveUp(attempt, .refused(code: code))
                }
            }
        } catch {
            return giveUp(attempt, .stopped)
        }
    }

    /// Uses a token from GitHub even if GitHub cannot be asked for its owner, because GitHub sends
    /// it only once.
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
        guard current.guarded.withLock({ $0.state.pending == attempt }) else { return .stopped }
        if store { await reportingErrors { try await environment.store(token) } }
        guard let status = use(token, knowledge, attempt) else {
            if store { await removeIfSignedOut() }
            return .stopped
        }
        return .signedIn(status)
    }

    private func use(
        _ token: Secret, _ knowledge: SignInState.Knowledge, _ attempt: SignInState.Attempt
    ) -> SignInStatus? {
        let change = current.guarded.withLock {
            guarded -> (before: SignInStatus, after: SignInStatus)? in
            let before = guarded.state.status
            guard guarded.state.signIn(token, knowledge, attempt: attempt) else { return nil }
            if guarded.state.pending == nil, guarded.polling?.attempt != attempt {
                guarded.polling?.task.cancel()
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
        announce { $0.giveUp(attempt: attempt) } ? ending : .stopped
    }

    /// Reports the new status if `change` says that there is one, and returns whether it does.
    @discardableResult
    private func announce(_ change: (inout SignInState) -> Bool) -> Bool {
        let status = current.guarded.withLock { guarded in
            change(&guarded.state) ? guarded.state.status : nil
        }
        if let status { environment.statusChanged(status) }
        return status != nil
    }

    /// Removes a token that was stored while a logout came.
    private func removeIfSignedOut() async {
        if token == nil { await reportingErrors(environment.removeStored) }
    }

    private func reportingErrors(_ step: () async throws -> Void) async {
        do {
            try await step()
        } catch {
            environment.report(error)
        }
    }
}
