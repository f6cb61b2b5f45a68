import GitHubAPI
import JSONCore

/// Draws numbers whose next account has not been drawn yet, as far as that is known.
///
/// All numbers between two ids lead to the same account, so none of such a gap is drawn again.
struct UserGaps {
    private var draw: SeededDraw
    private var ceiling: Int
    /// From a drawn number to just below the id that follows it.
    private var gaps: [Range<Int>] = []

    /// After this many draws in gaps, all numbers are taken to be in gaps.
    private static let maximumTries = 1_000

    init(_ draw: SeededDraw, ceiling: Int) {
        self.draw = draw
        self.ceiling = ceiling
    }

    /// `count` numbers below the ceiling, or fewer if the gaps leave none.
    mutating func draw(_ count: Int) -> [Int] {
        var numbers: [Int] = []
        var tries = 0
        while numbers.count < count, tries < Self.maximumTries, ceiling > 0 {
            let number = draw.number(below: ceiling)
            if gaps.contains(where: { $0.contains(number) }) {
                tries += 1
            } else {
                numbers.append(number)
            }
        }
        return numbers
    }

    mutating func learn(_ page: LossyList<User>, since number: Int) {
        let next = page.isEmpty ? .max : page.items.first?.id ?? number
        if next >= ceiling {
            ceiling = min(ceiling, number)
        } else {
            // A page that does not follow the number shows no gap. Do not ask again.
            gaps.append(number..<max(next, number + 1))
        }
    }
}
