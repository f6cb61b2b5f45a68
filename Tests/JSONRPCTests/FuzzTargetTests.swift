import Dispatch
import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Runs the targets of `make fuzz` on the committed seeds and corpus, and on mutations of them.
@Suite(.patience) struct FuzzTargetTests {
    private static let directory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fuzz")

    private func seeds(
        _ target: FuzzTarget, in kind: String = "Seeds"
    ) throws -> [(name: String, input: [UInt8])] {
        let folder = Self.directory.appending(path: kind).appending(path: target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
        }
    }

    private func check(_ target: FuzzTarget, _ input: [UInt8], _ origin: String) async {
        let finding = await withCheckedContinuation { continuation in
            // A target blocks its thread.
            DispatchQueue.global().async {
                do throws(Finding) {
                    try target.run(input)
                    continuation.resume(returning: Finding?.none)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        guard let finding else { return }
        let text = String(decoding: input, as: UTF8.self)
        Issue.record("\(origin): \(finding)\n\(text.debugDescription)")
    }

    @Test(arguments: FuzzTarget.allCases)
    func `nothing is found in the seeds and the corpus`(target: FuzzTarget) async throws {
        let seeds = try seeds(target)
        #expect(seeds.count >= 10)
        for (name, input) in seeds + (try self.seeds(target, in: "Corpus")) {
            await check(target, input, name)
        }
    }

    @Test(arguments: FuzzTarget.allCases, UInt64(1)...4)
    func `nothing is found in mutations of the seeds`(
        target: FuzzTarget, number: UInt64
    ) async throws {
        let seeds = try seeds(target).map(\.input)
        var mutator = InputMutator(seed: number)
        for count in 0..<Self.mutations(target) {
            await check(target, mutator.mutation(of: seeds), "mutation \(count) of \(number)")
        }
    }

    /// Mutations of targets with a database take longer.
    private static func mutations(_ target: FuzzTarget) -> Int {
        [.upstream, .engine, .rows].contains(target) ? 50 : 500
    }

    /// Numbers that GitHub never sends, in place of each number in the seeds' bodies and
    /// header fields.
    @Test(arguments: [
        "\(Int.max)", "\(Int.min)", "-1", "\((1 << 53) + 1)", "1e308", "\"text\"", "true",
    ])
    func `no number from upstream stops the server or violates a schema`(lie: String) async throws {
        for (name, input) in try seeds(.upstream) {
            let text = String(decoding: input, as: UTF8.self)
            let answers = text.firstRange(of: "\n= ")?.lowerBound ?? text.endIndex
            for match in text[answers...].matches(of: /[:=] ?(-?[0-9]+)[,}>\]\n]/) {
                let number = match.output.1
                var changed = text
                changed.replaceSubrange(number.startIndex..<number.endIndex, with: lie)
                await check(.upstream, Array(changed.utf8), name)
            }
        }
    }
}
