/// How many durations were at most so long.
struct Histogram {
    /// The upper bounds of the buckets, in seconds; a last one has none.
    private static let bounds = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private var sum = 0.0

    /// - Parameter seconds: the duration of each of `count` events.
    mutating func add(_ seconds: Double, count: Int = 1) {
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += count
        sum += seconds * Double(count)
    }

    func samples(_ labels: MetricsText.Labels = []) -> [MetricsText.Sample] {
        var (samples, total) = ([MetricsText.Sample](), 0)
        for (count, bound) in zip(counts, Self.bounds.map(MetricsText.number) + ["+Inf"]) {
            total += count
            samples.append(("_bucket", labels + [("le", bound)], Double(total)))
        }
        return samples + [("_sum", labels, sum), ("_count", labels, Double(total))]
    }
}
