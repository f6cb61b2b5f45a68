/// Runs a pattern over one text, with all alternatives in parallel: each open alternative sees a
/// character once, and the matcher never goes back.
struct PatternMatcher {
    let program: PatternProgram
    let text: String.UnicodeScalarView

    /// The steps of a program that are open before one character.
    private struct Ways {
        var places: [Int] = []
        /// Opened, but not yet followed.
        var pending: [Int] = []
        /// For each step, the round in which it was last opened.
        var rounds: [Int]

        init(size: Int) {
            rounds = [Int](repeating: -1, count: size)
        }
    }

    /// Whether the pattern matches at any place.
    var finds: Bool {
        // Then every match begins at the start of the text.
        let isAnchored = if case .textStart = program.steps[0] { true } else { false }
        return run(program.steps, from: text.startIndex, isAnchored: isAnchored)
    }

    private func run(
        _ steps: [PatternProgram.Step], from start: String.UnicodeScalarView.Index, isAnchored: Bool
    ) -> Bool {
        var ways = Ways(size: steps.count)
        var next: [Int] = [0]
        var index = start
        var round = 0
        while true {
            ways.places.removeAll(keepingCapacity: true)
            for place in next {
                if open(place, steps, at: index, round, &ways) { return true }
            }
            guard index < text.endIndex else { return false }
            next.removeAll(keepingCapacity: true)
            let value = text[index].value
            for place in ways.places {
                if case .take(let members) = steps[place],
                    program.classes[members].contains(value)
                {
                    next.append(place + 1)
                }
            }
            if !isAnchored {
                next.append(0)
            } else if next.isEmpty {
                return false
            }
            index = text.index(after: index)
            round += 1
        }
    }

    /// Opens a step and all steps that follow without consuming a character; true at a match.
    private func open(
        _ place: Int, _ steps: [PatternProgram.Step], at index: String.UnicodeScalarView.Index,
        _ round: Int, _ ways: inout Ways
    ) -> Bool {
        ways.pending.append(place)
        while let place = ways.pending.popLast() {
            if ways.rounds[place] == round { continue }
            ways.rounds[place] = round
            switch steps[place] {
            case .match: return true
            case .take: ways.places.append(place)
            case .jump(let distance): ways.pending.append(place + distance)
            case .split(let distance): ways.pending += [place + distance, place + 1]
            case .textStart: if index == text.startIndex { ways.pending.append(place + 1) }
            case .textEnd: if index == text.endIndex { ways.pending.append(place + 1) }
            case .wordBoundary(let isNegated):
                if isBoundary(index) != isNegated { ways.pending.append(place + 1) }
            case .lookahead(let inner, let isNegated):
                if run(program.lookaheads[inner], from: index, isAnchored: true) != isNegated {
                    ways.pending.append(place + 1)
                }
            }
        }
        return false
    }

    private func isBoundary(_ index: String.UnicodeScalarView.Index) -> Bool {
        let before =
            index > text.startIndex
            && CharacterClass.word.contains(text[text.index(before: index)].value)
        let after = index < text.endIndex && CharacterClass.word.contains(text[index].value)
        return before != after
    }
}
