import FoundationEssentials
import FuzzTargets
import GitHubAPI
import HTTPCore
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Explorer

@Suite struct SignInTests {
    private static let good = Secret("gho_good")

    /// A GitHub that knows octocat's tokens, and gives the token endpoint's responses in order.
    private static func upstream(
        polls: [String] = [], user: ScriptedTransport.Answer = .body(Samples.user(1, "octocat"))
    ) -> ScriptedTransport {
        let rest = Mutex(polls)
        let answers = ScriptedTransport.byTarget { target in
            switch target {
            case "/user": user
            case "/login/device/code":
                .body(
                    #"{"device_code":"dev","user_code":"AAAA-BBBB","expires_in":899,"#
                        + #""verification_uri":"https://web.example/d","interval":5}"#)
            case "/login/oauth/access_token":
                rest.withLock { $0.isEmpty ? nil : .body($0.removeFirst()) }
            default: nil
            }
        }
        return ScriptedTransport { request throws(HTTPTransportError) in
            let token = request.credential?.reveal() ?? ""
            guard !token.hasPrefix("bad") else { return .reply(401, "{}") }
            return try await answers.send(request)
        }
    }

    /// Records the notifications and pauses of the sign-in.
    private final class Witness: Sendable {
        let states = Mutex<[SignInStatus.State]>([])
        let stored = Mutex<[Secret?]>([])
        let changes = Mutex(0)
        let pauses = Mutex<[Duration]>([])
        let endedPauses = Mutex(0)
    }

    private let witness = Witness()

    private func signIn(
        _ upstream: ScriptedTransport, token: Secret? = nil, hasApp: Bool = true,
        sleepsForEver: Bool = false, executor: (any TaskExecutor)? = nil,
        beforeFirstEnds: @escaping @Sendable () async -> Void = {},
        api: String = "https://api.example", pages: String? = nil, belongsHere: Bool = true
    ) throws -> SignIn {
        let base = try #require(WebAddress(api))
        let web = try #require(WebAddress(pages ?? api))
        var environment = SignInEnvironment()
        environment.deviceTokensBelongHere = belongsHere
        if hasApp {
            environment.deviceCodes = DeviceCodeClient(
                base: web, clientID: "app", userAgent: "test", transport: upstream)
        }
        environment.store = { [witness] token in witness.stored.withLock { $0.append(token) } }
        environment.removeStored = { [witness] in witness.stored.withLock { $0.append(nil) } }
        environment.tokenChanged = { [witness] in witness.changes.withLock { $0 += 1 } }
        environment.statusChanged = { [witness] status in
            witness.states.withLock { $0.append(status.state) }
        }
        environment.now = { Date(timeIntervalSince1970: 1_700_000_000) }
        environment.sleep = { [witness] pause in
            let isFirst = witness.pauses.withLock { pauses in
                pauses.append(pause)
                return pauses.count == 1
            }
            // Ends when the sign-in is stopped.
            defer { witness.endedPauses.withLock { $0 += 1 } }
            do {
                if sleepsForEver { try await Task.sleep(for: .seconds(86_400)) }
            } catch {
                if isFirst { await beforeFirstEnds() }
                throw error
            }
        }
        environment.executor = executor
        let client = GitHubClient(
            base: base, userAgent: "test", transport: upstream, credential: { nil })
        return SignIn(
            client: client, current: CurrentToken(token, source: token == nil ? nil : .flag),
            environment: environment)
    }

    /// Signs in by device code with `polls`, and waits for the end.
    private func check(
        _ polls: [String], endsWith name: SignInStatus.State, pauses: [Int]
    ) async throws -> SignInEnding? {
        let signIn = try signIn(Self.upstream(polls: polls))
        _ = try await signIn.loginByDevice(scopes: [], store: false)
        let ending = await signIn.ending()
        #expect(try await signIn.status().state == name)
        #expect(witness.states.withLock { $0 } == [name])
        #expect(witness.pauses.withLock { $0 } == pauses.map { .seconds($0) })
        return ending
    }

    private static let pending = #"{"error":"authorization_pending"}"#
    private static let granted = #"{"access_token":"gho_good"}"#

    /// Neither way of signing in may start, and nothing may be sent.
    private func checkNothingIsSent(
        api: String, pages: String, belongsHere: Bool = true,
        byToken: Bool = true, _ isExpected: (SignInError) -> Bool
    ) async throws {
        let upstream = Self.upstream()
        let signIn = try signIn(upstream, api: api, pages: pages, belongsHere: belongsHere)
        if byToken {
            await #expect { _ = try await signIn.login(token: Self.good, store: true) } throws: {
                ($0 as? SignInError).map(isExpected) ?? false
            }
        }
        await #expect { _ = try await signIn.loginByDevice(scopes: [], store: true) } throws: {
            ($0 as? SignInError).map(isExpected) ?? false
        }
        #expect(upstream.targets.isEmpty)
        #expect(signIn.token == nil && witness.stored.withLock { $0.isEmpty })
    }

    @Test func `no token is sent over an unencrypted network`() async throws {
        let isExposed = { (error: SignInError) in if case .exposed = error { true } else { false } }
        let (clear, safe) = ("http://ghe.example", "https://ghe.example")
        try await checkNothingIsSent(api: clear, pages: safe, isExposed)
        try await checkNothingIsSent(api: safe, pages: clear, byToken: false, isExposed)
    }

    @Test func `a token of another host is not requested`() async throws {
        try await checkNothingIsSent(
            api: "https://ghe.example/api/v3", pages: "https://github.com", belongsHere: false,
            byToken: false
        ) { if case .foreignPages = $0 { true } else { false } }
    }

    @Test func `plain http to this machine is accepted`() async throws {
        let signIn = try signIn(Self.upstream(), api: "http://127.0.0.1:8080")
        #expect(try await signIn.login(token: Self.good, store: false).state == .authenticated)
    }

    @Test func `a pending sign-in has everything that the person needs`() async throws {
        let signIn = try signIn(Self.upstream(), sleepsForEver: true)
        let asked = try await signIn.loginByDevice(scopes: [], store: false)
        #expect(
            asked
                == PendingSignIn(
                    userCode: "AAAA-BBBB", verificationUri: "https://web.example/d",
                    expiresAt: Timestamp(secondsSince1970: 1_700_000_899), interval: 5))
        #expect(try await signIn.status().state == .pending)
        await signIn.close()
    }

    @Test func `polls keep the interval, which slow_down increases, until there is a token`()
        async throws
    {
        let ending = try await check(
            [Self.pending, #"{"error":"slow_down","interval":10}"#, Self.pending, Self.granted],
            endsWith: .authenticated, pauses: [5, 5, 10, 10])
        guard case .signedIn(let status)? = ending else {
            Issue.record("expected a sign-in, found \(String(describing: ending))")
            return
        }
        #expect(status.login == "octocat")
        #expect(status.tokenSource == .session)
        #expect(witness.changes.withLock { $0 } == 1)
    }

    @Test func `a denial changes nothing`() async throws {
        #expect(
            try await check([#"{"error":"access_denied"}"#], endsWith: .anonymous, pauses: [5])
                == .denied)
    }

    @Test func `an expired code ends the sign-in`() async throws {
        #expect(
            try await check([#"{"error":"expired_token"}"#], endsWith: .anonymous, pauses: [5])
                == .expired)
    }

    @Test func `a token that GitHub issued but rejects is not used`() async throws {
        let ending = try await check(
            [#"{"access_token":"bad"}"#], endsWith: .anonymous, pauses: [5])
        #expect(ending == .invalidToken)
        #expect(witness.changes.withLock { $0 } == 0)
    }

    @Test func `an issued token is used even if GitHub cannot name its owner`()
        async throws
    {
        let upstream = Self.upstream(
            polls: [Self.granted],
            user: .failure(.unavailable(UpstreamFailure(cause: .timeout))))
        let signIn = try signIn(upstream)
        _ = try await signIn.loginByDevice(scopes: [], store: true)
        guard case .signedIn(let status)? = await signIn.ending() else {
            Issue.record("expected a sign-in")
            return
        }
        #expect(status.login == nil)
        #expect(signIn.token == Self.good)
        #expect(witness.stored.withLock { $0 } == [Self.good])
        await #expect(throws: GitHubError.self) { try await signIn.status() }
    }

    @Test func `a logout stops the polls and is announced once`() async throws {
        let signIn = try signIn(Self.upstream(), sleepsForEver: true)
        _ = try await signIn.loginByDevice(scopes: [], store: false)
        async let ending = signIn.ending()
        #expect(try await signIn.logout().state == .anonymous)
        #expect(await ending == .stopped)
        #expect(witness.states.withLock { $0 } == [.anonymous])
        #expect(witness.stored.withLock { $0 } == [nil])
    }

    @Test func `closing waits for the polls of every sign-in`() async throws {
        let executor = SteppingExecutor()
        let held = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let signIn = try signIn(
            Self.upstream(), sleepsForEver: true, executor: executor,
            beforeFirstEnds: {
                await withCheckedContinuation { first in held.withLock { $0 = first } }
            })
        let signingIn = Task(executorPreference: executor) {
            for _ in 0..<2 { _ = try await signIn.loginByDevice(scopes: [], store: false) }
        }
        executor.runAll()
        try await signingIn.value
        let isClosed = Mutex(false)
        let closing = Task(executorPreference: executor) {
            await signIn.close()
            isClosed.withLock { $0 = true }
        }
        executor.runAll()
        #expect(!isClosed.withLock { $0 })
        held.withLock { $0?.resume() }
        executor.runAll()
        await closing.value
        #expect(witness.endedPauses.withLock { $0 } == witness.pauses.withLock { $0.count })
    }

    @Test func `a login by token stops the polls`() async throws {
        let signIn = try signIn(Self.upstream(), sleepsForEver: true)
        _ = try await signIn.loginByDevice(scopes: [], store: false)
        async let ending = signIn.ending()
        #expect(try await signIn.login(token: Self.good, store: true).state == .authenticated)
        #expect(await ending == .stopped)
        #expect(witness.states.withLock { $0 } == [.authenticated])
        #expect(witness.stored.withLock { $0 } == [Self.good])
    }

    @Test func `a token that GitHub rejects leaves the current one in use, and is not stored`()
        async throws
    {
        let signIn = try signIn(Self.upstream(), token: Self.good)
        await #expect {
            try await signIn.login(token: Secret("bad"), store: true)
        } throws: { error in
            guard case SignInError.failed(.unauthorized) = error else { return false }
            return true
        }
        #expect(signIn.token == Self.good)
        #expect(witness.stored.withLock { $0 }.isEmpty)
        #expect(witness.changes.withLock { $0 } == 0)
    }

    @Test func `GitHub is asked once about the owner of a token`() async throws {
        let upstream = Self.upstream()
        let signIn = try signIn(upstream, token: Self.good)
        for _ in 0..<3 { #expect(try await signIn.status().login == "octocat") }
        #expect(upstream.targets == ["/user"])
    }

    @Test func `the initial token may be invalid`() async throws {
        let signIn = try signIn(Self.upstream(), token: Secret("bad"))
        #expect(try await signIn.status().state == .invalid)
        #expect(try await signIn.status().tokenSource == .flag)
        #expect(witness.states.withLock { $0 } == [.invalid])
    }

    @Test func `without an OAuth app there is no sign-in by device code`() async throws {
        let signIn = try signIn(Self.upstream(), hasApp: false)
        await #expect {
            try await signIn.loginByDevice(scopes: [], store: false)
        } throws: { error in
            guard case SignInError.noClientID = error else { return false }
            return true
        }
    }

    @Test func `an operation keeps the token that was in use when it began`() async throws {
        let upstream = Self.upstream()
        let signIn = try signIn(upstream, token: Self.good)
        let base = try #require(WebAddress("https://api.example"))
        let client = GitHubClient(
            base: base, userAgent: "test", transport: upstream, credential: { signIn.token })
        let explorer = Explorer(client: client, signIn: signIn)
        let operation = explorer.withPresentIdentity
        _ = try await signIn.logout()
        _ = try? await operation.rateStatus()
        _ = try? await explorer.rateStatus()
        #expect(upstream.requests.map(\.credential) == [Self.good, nil])
    }

    @Test func `after a 401 GitHub is asked again about the owner of the token`() async throws {
        let upstream = Self.upstream()
        let signIn = try signIn(upstream, token: Self.good)
        _ = try await signIn.status()
        let base = try #require(WebAddress("https://api.example"))
        let client = GitHubClient(
            base: base, userAgent: "test",
            transport: ScriptedTransport.byTarget { _ in .status(401) },
            credential: { signIn.token })
        _ = try? await Explorer(client: client, signIn: signIn).rateStatus()
        _ = try await signIn.status()
        #expect(upstream.targets == ["/user", "/user"])
    }
}
