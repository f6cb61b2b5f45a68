import Explorer
import JSONCore
import JSONRPC
import JSONSchema

/// Makes a documented method answer requests: validate, decode, run, encode.
struct MethodRunner<Method: DocumentedMethod>: Sendable {
    let environment: MethodEnvironment
    private let entry: CatalogueEntry
    private let documentation: MethodDocumentation
    private let schema: Schema

    init(_ method: Method.Type, _ entry: CatalogueEntry, environment: MethodEnvironment) {
        self.environment = environment
        self.entry = entry
        documentation = entry.documentation
        schema = documentation.paramsSchema
    }

    var rpcMethod: RPCMethod {
        guard documentation.takesCommonParams, !entry.isFormer else {
            return RPCMethod(entry.name) { try await run($0, $1) }
        }
        let answers = environment.answers
        return RPCMethod(
            entry.name,
            immediate: { answers.result(of: Method.name, params: $0.text) },
            handle: { try await run($0, $1) })
    }

    private func run(_ params: RPCParams, _ context: RequestContext) async throws -> [UInt8] {
        let generation = environment.answers.generation
        let stored = environment.storedAnswers()
        let (named, formerNames) = try validated(params)
        let decoded = try JSONValueDecoder().decode(Method.Params.self, from: .object(named))
        let common =
            documentation.takesCommonParams
            ? try JSONValueDecoder().decode(CommonParams.self, from: .object(named)) : .none
        let note = entry.note(formerParams: formerNames)
        let question =
            note == nil && common.areForAll && Method.isRepeatable(decoded)
            ? Question(
                named: named, asSent: common.areDefault ? params.text : nil,
                generation: generation, stored: stored)
            : nil
        let repeated = common.areDefault ? question : nil
        if let repeated, let known = known(repeated) { return known }
        let call = MethodCall(environment: environment, context: context, common: common)
        do {
            let outcome = try await withDeadline(seconds: environment.requestTimeout) {
                if let repeated, let found = await found(repeated) { return Outcome.known(found) }
                try Task.checkCancellation()
                return .made(try await Method.answer(decoded, call))
            }
            let result: Method.Result
            switch outcome {
            case .known(let text): return text
            case .made(let made): result = made
            }
            let value = try JSONValueEncoder().encode(result)
            if let note {
                return value.adding(FormerNames.noteMember, .string(note)).bytes
            }
            if let question { await keep(value, of: call.tally, for: question) }
            return value.bytes
        } catch {
            throw ErrorCatalog.rpcError(
                for: error, profileUrl: Method.subject(decoded)?.page(webURL: environment.webURL),
                isAnonymous: environment.isAnonymous(), params: documentation.params.map(\.name),
                incident: environment.incident)
        }
    }

    private enum Outcome: Sendable {
        /// The text of an answer that was kept.
        case known([UInt8])
        case made(Method.Result)
    }

    /// Params by their present names, valid, with the schema's defaults filled in.
    private func validated(
        _ params: RPCParams
    ) throws(RPCError) -> (members: JSONObject, formerNames: [FormerName]) {
        do {
            return try checked(byName(params))
        } catch {
            throw error.rpcError
        }
    }

    private func byName(_ params: RPCParams) throws(ParamErrors) -> JSONObject {
        switch params.value() {
        case .array(let values):
            try PositionalParams(documentation: documentation).named(values)
        case .object(let members): members
        default: [:]
        }
    }

    private func checked(
        _ params: JSONObject
    ) throws(ParamErrors) -> (members: JSONObject, formerNames: [FormerName]) {
        let violations = schema.validate(.object(params), definitions: TypeSchemas.definitions)
        guard violations.isEmpty else {
            throw ParamErrors(
                entries: violations.map { .init(path: $0.path, message: $0.message) })
        }
        let (members, used) = schema.presentNames(of: params)
        let filled = schema.applyingDefaults(
            to: .object(members), definitions: TypeSchemas.definitions)
        return (filled.objectValue ?? members, used)
    }

    /// What a call asks, for an equal one to be known by.
    private struct Question {
        /// The params by name with all defaults, sorted: one text for all ways to say the same.
        /// Without `refresh`, which asks for a new answer to the same question.
        let params: ArraySlice<UInt8>
        let asSent: ArraySlice<UInt8>?
        let generation: Int
        let stored: StoredAnswers

        init(
            named: JSONObject, asSent: ArraySlice<UInt8>?, generation: Int,
            stored: StoredAnswers
        ) {
            var named = named
            named["refresh"] = nil
            params = ArraySlice(JSONValue.object(named.sortedByName).bytes)
            self.asSent = asSent
            self.generation = generation
            self.stored = stored
        }

        var text: String {
            "\(Method.name) \(String(decoding: params, as: UTF8.self))"
        }
    }

    /// The answer to an equal request, in this process.
    private func known(_ question: Question) -> [UInt8]? {
        environment.answers.result(
            of: Method.name, params: question.params, sentAs: question.asSent)
    }

    /// The answer of an earlier process to an equal request, from the cache file.
    private func found(_ question: Question) async -> [UInt8]? {
        guard let found = await question.stored.find(question.text) else { return nil }
        store(found, for: question)
        return known(question)
    }

    /// Keeps the answer for equal requests, saying of itself that it comes from the cache.
    private func keep(
        _ value: JSONValue, of tally: RequestTally, for question: Question
    ) async {
        guard case .object(var members) = value,
            case .object(var freshness)? = members["freshness"],
            let expiry = ResultFreshness.expiry(of: value)
        else { return }
        freshness["source"] = "cache"
        members["freshness"] = .object(freshness)
        let answer = StoredAnswers.Answer(
            result: JSONValue.object(members).bytes, expiresAt: expiry,
            spares: SparedRequests(all: tally.requests, limited: tally.limited))
        guard store(answer, for: question) else { return }
        await question.stored.keep(question.text, answer, tally)
    }

    @discardableResult
    private func store(_ answer: StoredAnswers.Answer, for question: Question) -> Bool {
        environment.answers.store(
            answer.result, of: Method.name, params: question.params, sentAs: question.asSent,
            until: answer.expiresAt, generation: question.generation, spares: answer.spares)
    }
}

extension JSONValue {
    /// An object with one more member; other values as they are.
    fileprivate func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members[name] = value
        return .object(members)
    }
}

extension ParamErrors {
    /// -32602 with one entry for each param at fault.
    var rpcError: RPCError {
        .invalidParams(entries.map { ($0.path.description, $0.message) })
    }
}
