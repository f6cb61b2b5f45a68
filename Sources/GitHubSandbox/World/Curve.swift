/// A curve given by some of its points, such as the quantiles of a distribution.
struct Curve {
    /// Places in rising order, and the value at each.
    let points: [(place: Double, value: Int)]

    /// The value at `place`, interpolated between its neighbors and rounded down.
    func value(at place: Double) -> Int {
        guard var low = points.first else { return 0 }
        for high in points.dropFirst() {
            if place < high.place {
                let share = (place - low.place) / (high.place - low.place)
                return low.value + Int(share * Double(high.value - low.value))
            }
            low = high
        }
        return low.value
    }
}
