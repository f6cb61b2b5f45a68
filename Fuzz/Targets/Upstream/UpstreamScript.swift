/// Calls of the server and responses of GitHub, from an input.
///
/// A line `> METHOD PARAMS` is a call. A line `= PATH STATUS` begins a response to requests with this
/// prefix of the path; header fields follow, an empty line, and the body up to the next such line. In place
/// of a status a word of ``UpstreamFailure/Cause`` is a failure.
struct UpstreamScript {
    struct Call {
        let method: String
        let params: [UInt8]
    }

    struct Answer {
        let path: String
        let status: String
        var fields: [(name: String, value: [UInt8])] = []
        var body: [UInt8] = []
    }

    private(set) var calls: [Call] = []
    private(set) var answers: [Answer] = []

    /// More would only take longer.
    private static let maximumCalls = 4
    private static let maximumAnswers = 16

    init(_ input: [UInt8]) {
        var isInBody = false
        for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
            switch words.first {
            case [UInt8(ascii: ">")] where words.count > 1 && calls.count < Self.maximumCalls:
                calls.append(
                    Call(method: words[1].text, params: Array(words.dropFirst(2).joined())))
            case [UInt8(ascii: "=")] where words.count > 2 && answers.count < Self.maximumAnswers:
                answers.append(Answer(path: words[1].text, status: words[2].text))
                isInBody = false
            default:
                guard !answers.isEmpty else { continue }
                if isInBody {
                    answers[answers.count - 1].append(line)
                } else if line.isEmpty {
                    isInBody = true
                } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                    let value = line[line.index(after: colon)...].drop { $0.isWhiteSpace }
                    answers[answers.count - 1].fields.append((line[..<colon].text, Array(value)))
                }
            }
        }
    }
}

extension UpstreamScript.Answer {
    fileprivate mutating func append(_ line: ArraySlice<UInt8>) {
        if !body.isEmpty { body.append(UInt8(ascii: "\n")) }
        body += line
    }
}

extension ArraySlice<UInt8> {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
