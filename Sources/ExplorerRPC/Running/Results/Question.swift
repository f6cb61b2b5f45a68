import FoundationEssentials
import HTTPCore

/// A request that may get the result of an equal one.
///
/// If the responses that results are made of change after it was asked, its own result is not kept.
struct Question: Sendable {
    private let method: any DocumentedMethod.Type
    private let params: ArraySlice<UInt8>
    private let asSent: ArraySlice<UInt8>?
    private let memory: ResultCache
    private let generation: Int
    private let file: StoredResults

    /// - Parameters:
    ///   - params: canonical params: equal for equal requests.
    ///   - asSent: the params as sent, which also find the result from now on.
    init(
        _ method: any DocumentedMethod.Type, params: [UInt8], asSent: ArraySlice<UInt8>?,
        in memory: ResultCache
    ) {
        self.method = method
        self.params = params[...]
        self.asSent = asSent
        self.memory = memory
        generation = memory.generation
        file = memory.file()
    }

    /// The result of an equal request to this process.
    func known() -> MethodResult? {
        memory.result(of: method, params: params).map {
            remember($0)
            return MethodResult(text: $0.text, expiresAt: $0.expiresAt)
        }
    }

    /// The result of an equal request to another process; from now on this process has it too.
    func found() async -> MethodResult? {
        guard let found = await file.find(text) else { return nil }
        remember(found)
        return known()
    }

    /// Keeps a result that is made of the responses in `tally`.
    func keep(_ text: [UInt8], until expiry: Date, of tally: RequestTally) async {
        let result = StoredResult(
            text: text, expiresAt: expiry, requests: tally.requests, limited: tally.limited)
        guard remember(result) else { return }
        await file.keep(result, self.text, tally.parts)
    }

    @discardableResult
    private func remember(_ result: StoredResult) -> Bool {
        let isKept = memory.store(result, of: method, params: params, generation: generation)
        if isKept, let asSent, asSent != params {
            memory.store(result, of: method, params: asSent, generation: generation)
        }
        return isKept
    }

    private var text: String { "\(method.name) \(String(decoding: params, as: UTF8.self))" }
}
