import Foundation
import FuzzTargets
import Testing

/// What `make fuzz` looks for, looked for in the committed seeds and not far from them.
@Suite(.timeLimit(.minutes(2))) struct FuzzTargetTests {
    private static let directory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fuzz/Seeds")

    private func seeds(_ target: FuzzTarget) throws -> [(name: String, input: [UInt8])] {
        let folder = Self.directory.appending(path: target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
        }
    }

    private func check(_ target: FuzzTarget, _ input: [UInt8], _ origin: String) {
        do throws(Finding) {
            try target.run(input)
        } catch {
            let text = String(decoding: input, as: UTF8.self)
            Issue.record("\(origin): \(error)\n\(text.debugDescription)")
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `nothing is found in the seeds`(target: FuzzTarget) throws {
        let seeds = try seeds(target)
        #expect(seeds.count >= 10)
        for (name, input) in seeds {
            check(target, input, name)
        }
    }

    @Test(arguments: FuzzTarget.allCases, UInt64(1)...4)
    func `nothing is found in mutations of the seeds`(target: FuzzTarget, number: UInt64) throws {
        let seeds = try seeds(target).map(\.input)
        var mutator = InputMutator(seed: number)
        for count in 0..<500 {
            check(target, mutator.mutation(of: seeds), "mutation \(count) of \(number)")
        }
    }
}
