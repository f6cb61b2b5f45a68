import CurlHTTP
import HTTPTypes

/// The lines of response heads, as libcurl passes them: with any line ends
/// they give the same head, that of a simple reader. No line beyond a limit is accepted.
///
/// `Tests/EndToEnd/test_doubling.py` counts the instructions that these inputs take.
enum HeadsTarget {
    private enum Outcome: Equatable {
        case refused(ResponseHeadParser.Refusal, line: Int)
        case head(HTTPResponse?)
    }

    /// Small, so that short inputs exceed them.
    private static let maximumSize = 1_024
    private static let maximumLines = 48

    static func run(_ input: [UInt8]) throws(Finding) {
        let lines = lines(input)
        let bare = lines.map { $0.filter { $0 != 0x0A } }
        let whole = parse(lines, maximumSize: .max, maximumLines: .max)
        for end in [[], [0x0A], [0x0D, 0x0A]] as [[UInt8]] {
            let other = parse(bare.map { $0 + end }, maximumSize: .max, maximumLines: .max)
            try Finding.unless(other == whole, "with \(end): \(other), otherwise: \(whole)")
        }
        let plain = PlainHead(bare)
        switch whole {
        case .refused(.folded, let line):
            try Finding.unless(plain.foldedLine == line, "line \(line) is folded, not \(plain)")
        case .refused(let refusal, _): throw Finding("without limits: \(refusal)")
        case .head(let head):
            let fields = head.map { $0.headerFields.map { [$0.name.rawName, $0.value] } } ?? []
            try Finding.unless(
                plain.foldedLine == nil && head?.status.code == plain.status
                    && fields.map { $0[0] } == plain.names, "\(plain), but the parser has \(whole)")
        }
        try checkLimits(lines, whole)
    }

    /// The first line beyond a limit is refused, and none before it.
    private static func checkLimits(_ lines: [[UInt8]], _ whole: Outcome) throws(Finding) {
        let limited = parse(lines, maximumSize: maximumSize, maximumLines: maximumLines)
        var size = 0
        let beyond = lines.indices.first { index in
            size += lines[index].count
            return size > maximumSize || index >= maximumLines
        }
        if case .refused(.folded, let line) = whole, line <= beyond ?? .max {
            if line < beyond ?? .max {
                return try Finding.unless(limited == whole, "\(limited) within the limits")
            }
        }
        guard let beyond else {
            return try Finding.unless(limited == whole, "\(limited) within the limits")
        }
        guard case .refused(let refusal, beyond) = limited, refusal != .folded else {
            throw Finding("line \(beyond) passes a limit, but: \(limited)")
        }
    }

    private static func parse(
        _ lines: [[UInt8]], maximumSize: Int, maximumLines: Int
    ) -> Outcome {
        var parser = ResponseHeadParser(maximumSize: maximumSize, maximumLines: maximumLines)
        for (index, line) in lines.enumerated() {
            do throws(ResponseHeadParser.Refusal) {
                try parser.append(line: line)
            } catch {
                return .refused(error, line: index)
            }
        }
        return .head(parser.head)
    }

    /// The lines with their ends; the last one may have none.
    private static func lines(_ input: [UInt8]) -> [[UInt8]] {
        var lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            Array($0) + [0x0A]
        }
        lines[lines.count - 1].removeLast()
        if lines[lines.count - 1].isEmpty { lines.removeLast() }
        return lines
    }
}

/// The head as a simple reader of all lines sees it.
private struct PlainHead {
    private(set) var status: Int?
    /// The names and values of the fields, in order.
    private(set) var names: [String] = []
    /// The number of the line that continues the one before it.
    private(set) var foldedLine: Int?

    init(_ lines: [[UInt8]]) {
        var isInHead = false
        for (number, line) in lines.enumerated() {
            // Every byte is a separate character.
            let text = String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
            let isBlank = line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
            if !isInHead {
                if text.unicodeScalars.starts(with: "HTTP/".unicodeScalars) {
                    (status, names) = (Self.status(text), [])
                    isInHead = status != nil
                }
            } else if isBlank {
                isInHead = false
            } else if [0x20, 0x09].contains(line[0]) {
                foldedLine = number
                return
            } else if let name = Self.name(text) {
                names.append(name)
            }
        }
    }

    private static func status(_ line: String) -> Int? {
        let words = line.trimmingBlanks.unicodeScalars.split { $0 == " " }.map(String.init)
        guard words.count > 1, words[1].unicodeScalars.count == 3,
            words[1].unicodeScalars.allSatisfy({ ("0"..."9").contains($0) }),
            let code = Int(words[1]), code >= 100
        else { return nil }
        return code
    }

    private static func name(_ line: String) -> String? {
        let scalars = line.trimmingBlanks.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":") else { return nil }
        return HTTPField.Name(String(scalars[..<colon]))?.rawName
    }
}

extension String {
    /// Without white space and carriage returns at its ends.
    fileprivate var trimmingBlanks: String {
        let blanks: [Unicode.Scalar] = [" ", "\t", "\r"]
        var rest = unicodeScalars[...]
        while let first = rest.first, blanks.contains(first) { rest.removeFirst() }
        while let last = rest.last, blanks.contains(last) { rest.removeLast() }
        return String(rest)
    }
}
