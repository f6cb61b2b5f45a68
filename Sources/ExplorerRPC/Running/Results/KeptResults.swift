import FoundationEssentials
import HTTPCore

/// The results that equal requests get: in the memory of this process, and in the cache file,
/// where later processes find them.
package struct KeptResults: Sendable {
    package let memory: ResultCache
    private let file: @Sendable () -> StoredResults

    /// - Parameter file: returns those for the current token.
    package init(
        memory: ResultCache, file: @escaping @Sendable () -> StoredResults = { .none }
    ) {
        self.memory = memory
        self.file = file
    }

    /// What is kept now, for one request. If the responses that results are made of change later,
    /// the result of this request is not kept.
    var now: Moment {
        Moment(memory: memory, generation: memory.generation, file: file())
    }

    /// The key of a request, by which equal requests are recognized.
    struct Question: Sendable {
        let method: String
        /// ``CallParams/text``.
        let params: ArraySlice<UInt8>
        /// The params as they were sent; nil if the request demands a new result.
        let asSent: ArraySlice<UInt8>?

        fileprivate var text: String {
            "\(method) \(String(decoding: params, as: UTF8.self))"
        }
    }

    struct Moment: Sendable {
        fileprivate let memory: ResultCache
        fileprivate let generation: Int
        fileprivate let file: StoredResults

        /// The result of an equal request to this process. From now on, the same text finds it.
        func known(_ question: Question) -> MethodResult? {
            memory.result(of: question.method, params: question.params).map {
                remember($0, for: question)
                return MethodResult(text: $0.text, expiresAt: $0.expiresAt)
            }
        }

        /// The result of an equal request to another process; from now on this process has it too.
        func found(_ question: Question) async -> MethodResult? {
            guard let found = await file.find(question.text) else { return nil }
            remember(found, for: question)
            return known(question)
        }

        /// Keeps a result that is made of the responses in `tally`.
        func keep(
            _ text: [UInt8], until expiry: Date, of tally: RequestTally, for question: Question
        ) async {
            let result = StoredResult(
                text: text, expiresAt: expiry, requests: tally.requests, limited: tally.limited)
            guard remember(result, for: question) else { return }
            await file.keep(result, question.text, tally.parts)
        }

        @discardableResult
        private func remember(_ result: StoredResult, for question: Question) -> Bool {
            let isKept = memory.store(
                result, of: question.method, params: question.params, generation: generation)
            if isKept, let text = question.asSent, text != question.params {
                memory.store(result, of: question.method, params: text, generation: generation)
            }
            return isKept
        }
    }
}
