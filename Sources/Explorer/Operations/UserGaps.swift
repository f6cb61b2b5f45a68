import GitHubAPI
import JSONCore

/// Draws numbers whose next account has not been drawn yet, as far as that is known.
///
/// If the page after a number begins with a higher id, there is a gap between them, and all its
/// numbers lead to the same account. They are not drawn again, so that sparse ids take few
/// requests.
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
        if page.isEmpty {
            ceiling = min(ceiling, number)
        } else if let id = page.items.first?.id, id > number {
            if id < ceiling { gaps.append(number..<id) } else { ceiling = min(ceiling, number) }
        } else {
            // The page does not follow the number, so it shows no gap. Do not ask again.
            gaps.append(number..<number + 1)
        }
    }
}
