import JSONRPC

/// Compares the observed responses with the expected ones.
extension ExpectedAnswers {
    /// Checks that the messages up to some place are answered, each exactly once, and none after.
    ///
    /// - Parameter certain: messages that must be answered; the server may have ended later.
    func check(_ observed: ObservedAnswers, certain: Int) throws(Finding) {
        var finding: Finding?
        for count in (certain...max(certain, messages.count)).reversed() {
            do throws(Finding) {
                return try check(observed, against: messages.prefix(count))
            } catch {
                finding = finding ?? error
            }
        }
        if let finding { throw finding }
    }

    /// Checks for a disconnected client that nothing was sent twice.
    func checkNoneTwice(_ observed: ObservedAnswers) throws(Finding) {
        let expected = Dictionary(grouping: messages.flatMap(\.answers), by: \.id)
        let refusable = expected.values.joined().count(where: \.mayBeRefused)
        for (id, answers) in Dictionary(grouping: observed.all, by: \.id) {
            let count = (expected[id]?.count ?? 0) + (id.isNull ? refusable : 0)
            try Finding.unless(
                answers.count <= count, "\(count) requests \(id), \(answers.count) answers")
        }
    }

    private func check(
        _ observed: ObservedAnswers, against messages: ArraySlice<Message>
    ) throws(Finding) {
        let answers = messages.flatMap(\.answers)
        try Finding.unless(
            observed.all.count == answers.count,
            "\(answers.count) answers expected, \(observed.all.count) came")
        try checkBatches(observed, messages)
        var expected = Dictionary(grouping: answers, by: \.id)
        var found = Dictionary(grouping: observed.all, by: \.id)
        let expectedNull = expected.removeValue(forKey: .null) ?? []
        let foundNull = found.removeValue(forKey: .null) ?? []
        for (id, found) in found {
            try check(found, against: expected[id] ?? [])
        }
        var refused = 0
        for (id, expected) in expected {
            let missing = expected.count - (found[id]?.count ?? 0)
            try Finding.unless(
                missing <= expected.count(where: \.mayBeRefused), "\(id) is not answered")
            refused += missing
        }
        let others = foundNull.filter { found in
            !expectedNull.contains { allows(found.outcome, for: $0) }
        }
        try Finding.unless(
            others.count <= refused && others.allSatisfy { $0.outcome == .error(-32600) },
            "not expected: \(others)")
    }

    private func check(
        _ found: [ObservedAnswers.Answer], against expected: [Answer]
    ) throws(Finding) {
        try Finding.unless(
            found.count <= expected.count,
            "\(expected.count) requests, \(found.count) answers: \(found)")
        for answer in found {
            try Finding.unless(
                expected.contains { allows(answer.outcome, for: $0) },
                "\(answer), expected one of \(expected)")
        }
    }

    /// One array for each batch with members that must be answered, in their order.
    private func checkBatches(
        _ observed: ObservedAnswers, _ messages: ArraySlice<Message>
    ) throws(Finding) {
        var missing = messages.filter { $0.isBatch && !$0.answers.isEmpty }
        for batch in observed.batches {
            let place = missing.firstIndex { message in
                message.answers.count == batch.count
                    && zip(message.answers, batch).allSatisfy { expected, found in
                        found.id == expected.id || found.id.isNull && expected.mayBeRefused
                    }
            }
            guard let place else { throw Finding("no such batch was sent: \(batch)") }
            missing.remove(at: place)
        }
        try Finding.unless(missing.isEmpty, "batches that are not answered: \(missing)")
    }
}
