import FoundationEssentials
import HTTPCore
import Testing

@Suite struct ProvenanceTests {
    private func provenance(
        _ source: Provenance.Source, fetched: Double = 0, expires: Double? = nil
    ) -> Provenance {
        Provenance(
            source: source, fetchedAt: Date(timeIntervalSince1970: fetched),
            expiresAt: expires.map { Date(timeIntervalSince1970: $0) })
    }

    /// Combines both ways round.
    private func check(
        _ left: Provenance, _ right: Provenance, gives combined: Provenance,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(left.combined(with: right) == combined, sourceLocation: sourceLocation)
        #expect(right.combined(with: left) == combined, sourceLocation: sourceLocation)
    }

    @Test func `the worse source counts`() {
        let sources: [Provenance.Source] = [.network, .revalidated, .cache, .stale]
        for (rank, better) in sources.enumerated() {
            for worse in sources[rank...] {
                check(provenance(better), provenance(worse), gives: provenance(worse))
            }
        }
    }

    @Test func `the older times count, each separately`() {
        check(
            provenance(.cache, fetched: 1, expires: 9), provenance(.cache, fetched: 2, expires: 8),
            gives: provenance(.cache, fetched: 1, expires: 8))
    }

    @Test func `a result with a part that is not stored is not stored`() {
        check(
            provenance(.cache, expires: 9), provenance(.network),
            gives: provenance(.cache))
    }

    @Test func `combining a provenance with itself changes nothing`() {
        let one = provenance(.revalidated, fetched: 3, expires: 4)
        check(one, one, gives: one)
    }
}
