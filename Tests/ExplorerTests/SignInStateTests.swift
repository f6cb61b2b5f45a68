import Secrets
import Testing

@testable import Explorer
@testable import GitHubAPI

@Suite struct SignInStateTests {
    private static let one = Secret("one")
    private static let two = Secret("two")
    private static let ada = SignInState.Knowledge.owner(TokenOwner(login: "ada", scopes: ["repo"]))

    private func check(
        _ state: SignInState, is name: SignInStatus.State, _ login: String? = nil,
        _ source: TokenSource? = nil, token: Secret? = nil
    ) {
        #expect(
            state.status
                == SignInStatus(
                    state: name, login: login, scopes: login == nil ? [] : ["repo"],
                    tokenSource: source))
        #expect(state.token == token)
    }

    private func accepts(_ answer: Bool, at location: SourceLocation = #_sourceLocation) {
        #expect(answer, sourceLocation: location)
    }

    private func refuses(_ answer: Bool, at location: SourceLocation = #_sourceLocation) {
        #expect(!answer, sourceLocation: location)
    }

    @Test func `the owner of the initial token is unknown until GitHub is asked`() {
        var state = SignInState(token: Self.one, source: .flag)
        #expect(state.unknownToken == Self.one)
        refuses(state.learn(Self.ada, of: Self.one))
        check(state, is: .authenticated, "ada", .flag, token: Self.one)
        #expect(state.unknownToken == nil)
        #expect(SignInState().unknownToken == nil)
    }

    @Test func `news about a former token is ignored`() {
        var state = SignInState(token: Self.one, source: .flag)
        let attempt = state.begin()
        accepts(state.signIn(Self.two, Self.ada, attempt: attempt))
        refuses(state.learn(.invalid, of: Self.one))
        check(state, is: .authenticated, "ada", .session, token: Self.two)
    }

    @Test func `a token that becomes invalid is reported once`() {
        var state = SignInState(token: Self.one, source: .stored)
        accepts(state.learn(.invalid, of: Self.one))
        refuses(state.learn(.invalid, of: Self.one))
        check(state, is: .invalid, nil, .stored, token: Self.one)
    }

    @Test func `a doubted token is checked again, an invalid one is not`() {
        var state = SignInState(token: Self.one, source: .stored)
        _ = state.learn(Self.ada, of: Self.one)
        state.doubt(Self.two)
        #expect(state.unknownToken == nil)
        state.doubt(Self.one)
        #expect(state.unknownToken == Self.one)
        _ = state.learn(.invalid, of: Self.one)
        state.doubt(Self.one)
        #expect(state.unknownToken == nil)
    }

    @Test func `a pending login keeps the token in use`() {
        var state = SignInState(token: Self.one, source: .flag)
        _ = state.learn(Self.ada, of: Self.one)
        let attempt = state.begin()
        accepts(state.wait(attempt: attempt))
        check(state, is: .pending, "ada", .flag, token: Self.one)
        accepts(state.giveUp(attempt: attempt))
        check(state, is: .authenticated, "ada", .flag, token: Self.one)
    }

    @Test func `a pending login can succeed`() {
        var state = SignInState()
        let attempt = state.begin()
        accepts(state.wait(attempt: attempt))
        accepts(state.signIn(Self.one, Self.ada, attempt: attempt))
        check(state, is: .authenticated, "ada", .session, token: Self.one)
        refuses(state.giveUp(attempt: attempt))
    }

    @Test func `a logout ends a pending login and overrules one being checked`() {
        var state = SignInState(token: Self.one, source: .flag)
        let waiting = state.begin()
        accepts(state.wait(attempt: waiting))
        let checked = state.begin()
        state.signOut()
        check(state, is: .anonymous)
        refuses(state.signIn(Self.two, Self.ada, attempt: waiting))
        refuses(state.signIn(Self.two, Self.ada, attempt: checked))
        refuses(state.giveUp(attempt: waiting))
        check(state, is: .anonymous)
    }

    @Test func `of two logins the later one wins, whichever is checked first`() {
        var state = SignInState()
        let first = state.begin()
        let second = state.begin()
        accepts(state.signIn(Self.two, Self.ada, attempt: second))
        refuses(state.signIn(Self.one, Self.ada, attempt: first))
        #expect(state.token == Self.two)
    }

    @Test func `a failed login overrules nothing`() {
        var state = SignInState()
        let waiting = state.begin()
        accepts(state.wait(attempt: waiting))
        _ = state.begin()
        #expect(state.pending == waiting)
        accepts(state.signIn(Self.one, Self.ada, attempt: waiting))
    }
}
