import Explorer
import GitHubAPI
import JSONCore
import JSONRPC

extension ErrorCatalog {
    static func rpcError(
        for error: SignInError, incident: @Sendable (any Error) -> String
    ) -> RPCError {
        switch error {
        case .noClientID(let page):
            // Not -32602: the params satisfy their schema, and the server lacks something.
            let remedy = page.map { "make a token at \($0) and sign in" } ?? "sign in"
            return make(
                .unauthorized,
                "This server cannot sign in by code, because it has no OAuth client id; \(remedy) with a token.",
                page.map { ["tokenUrl": .string($0)] } ?? [:])
        case .exposed(let address, let byDevice):
            return .invalidParams([
                (
                    byDevice ? "/device" : "/token",
                    "expected an https address of GitHub, found \(address), which would expose the token to the network"
                )
            ])
        case .foreignPages(let address, let api):
            return make(
                .unauthorized,
                "A token from \(address) is not for \(api); start the server with the web pages that belong to its API."
            )
        case .refused(let code):
            return make(
                .unauthorized,
                "GitHub did not issue a device code (\(code)); check the server's OAuth client id and its address of the web pages."
            )
        case .failed(.unauthorized(let status)):
            return make(
                .unauthorized,
                "GitHub does not accept this token; check that it was copied whole, or make a new one.",
                ["status": JSONValue(status)])
        case .failed(let failure):
            return rpcError(for: failure)
        case .storage(let error):
            return .internalError(incident: incident(error))
        case .unfinished(let ending):
            return make(.unauthorized, endingSentence(ending))
        }
    }

    private static func endingSentence(_ ending: SignInEnding) -> String {
        switch ending {
        case .denied: "The sign-in was denied; begin again if that was a mistake."
        case .expired: "The code was not entered in time; begin again."
        case .refused(let code):
            "GitHub ended the sign-in (\(code)); check the server's OAuth client id."
        case .invalidToken: "GitHub does not accept the token that it issued; begin again."
        case .signedIn, .stopped: "The sign-in was stopped; begin again."
        }
    }
}
