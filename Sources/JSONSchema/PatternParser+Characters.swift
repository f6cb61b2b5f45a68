/// Character classes and escapes.
extension PatternParser {
    /// Parses a class after its opening bracket, up to and including the closing one.
    mutating func bracketed() throws(PatternError) -> CharacterClass {
        let isNegated = take("^")
        var runs: [CharacterClass.Run] = []
        while !take("]") {
            let first = try member()
            guard next == "-", !isLastDash else {
                runs += first.runs
                continue
            }
            offset += 1
            let last = try member()
            guard let low = single(first), let high = single(last), low <= high else {
                throw .syntax
            }
            runs.append((low, high))
        }
        return CharacterClass(runs, isNegated: isNegated)
    }

    /// Whether the next dash is literal because it ends the class.
    private var isLastDash: Bool {
        var ahead = self
        return ahead.take("-]")
    }

    private mutating func member() throws(PatternError) -> CharacterClass {
        if take("\\") { return try escape(inBrackets: true) }
        guard let scalar = next else { throw .syntax }
        offset += 1
        return CharacterClass(scalar)
    }

    private func single(_ members: CharacterClass) -> UInt32? {
        guard members.runs.count == 1, members.runs[0].first == members.runs[0].last
        else { return nil }
        return members.runs[0].first
    }

    /// Parses an escape after its backslash.
    ///
    /// - SeeAlso: ECMA-262, section 22.2.1, `AtomEscape`, `ClassEscape`.
    mutating func escape(inBrackets: Bool) throws(PatternError) -> CharacterClass {
        guard let letter = next else { throw .syntax }
        if let members = Self.named(letter) {
            offset += 1
            return members
        }
        if (inBrackets && letter == "-") || "^$\\.*+?()[]{}|/".unicodeScalars.contains(letter) {
            offset += 1
            return CharacterClass(letter)
        }
        switch letter {
        case "b" where inBrackets:
            offset += 1
            return CharacterClass("\u{8}")
        case "x":
            offset += 1
            return try hexadecimal(digits: 2)
        case "u":
            offset += 1
            return try unicodeEscape()
        case "1"..."9", "k", "p", "P", "c": throw .unsupported
        default: throw .syntax
        }
    }

    /// A class or a control character that has a letter.
    private static func named(_ letter: Unicode.Scalar) -> CharacterClass? {
        switch letter {
        case "d": .digit
        case "D": .digit.negated
        case "w": .word
        case "W": .word.negated
        case "s": .space
        case "S": .space.negated
        case "t": CharacterClass("\t")
        case "n": CharacterClass("\n")
        case "v": CharacterClass("\u{B}")
        case "f": CharacterClass("\u{C}")
        case "r": CharacterClass("\r")
        case "0": CharacterClass("\0")
        default: nil
        }
    }

    /// `\uHHHH` or `\u{H...}`.
    private mutating func unicodeEscape() throws(PatternError) -> CharacterClass {
        guard take("{") else { return try hexadecimal(digits: 4) }
        let start = offset
        while next != "}" {
            guard next?.properties.isASCIIHexDigit == true, offset - start < 6 else {
                throw .syntax
            }
            offset += 1
        }
        let length = offset - start
        offset = start
        let members = try hexadecimal(digits: length)
        offset += 1
        return members
    }

    private mutating func hexadecimal(digits: Int) throws(PatternError) -> CharacterClass {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = next.flatMap({ Character($0).hexDigitValue }) else {
                throw .syntax
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        guard digits > 0, let scalar = Unicode.Scalar(value) else { throw .syntax }
        return CharacterClass(scalar)
    }
}
