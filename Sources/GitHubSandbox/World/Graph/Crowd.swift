/// The possible followers of an account, or stargazers of a repository, in an order that can be
/// computed in both directions: from a place to an account, and from an account to its place.
///
/// Every seat belongs to another group of sixteen neighbors, of which one account has the seat.
struct Crowd {
    /// The number of groups in the world, and the group of the subject, which has no seat.
    let groups: Int
    let home: Int
    /// The subject's place in its group.
    let slot: Int
    /// The number of next older groups that have the first seats in a random order; a power of two.
    let window: Int
    let order: SmallPermutation
    /// The number of places that are taken.
    var count = 0
    /// The place 0 has the first seat, the next ones every `step`th one after it.
    var start = 0
    var step = 1
    /// Exchanges seats within the window; if it is not 0, `step` is 1.
    var mask = 0
    /// Whether `octocat`, who has no seat, has the place 0.
    var hasOctocat = false

    /// The number of seats.
    var size: Int { groups < 2 ? 0 : (groups - 1) / window * window }

    func seat(_ place: Int) -> Int { (start + place * step) ^ mask }

    func place(ofSeat seat: Int) -> Int? {
        let offset = (seat ^ mask) - start
        return offset < 0 || offset % step > 0 ? nil : offset / step
    }

    func group(ofSeat seat: Int) -> Int {
        (home + 2 * groups - 1 - (seat < window ? order.forward(seat) : seat)) % groups
    }

    func seat(ofGroup group: Int) -> Int {
        let distance = (home + 2 * groups - 1 - group) % groups
        return distance < window ? order.backward(distance) : distance
    }

    /// Which of the group's sixteen lots has the seat.
    func lot(_ seat: Int) -> Int { (slot + Crowd.shift(seat)) & 15 }

    static func shift(_ seat: Int) -> Int { Int(truncatingIfNeeded: Draw.mix(UInt64(seat))) & 15 }

    /// The largest power of two up to a bound.
    static func window(_ bound: Int) -> Int {
        bound < 2 ? 1 : 1 << (Int.bitWidth - 1 - bound.leadingZeroBitCount)
    }
}
