/// Suspends callers until `count` of them have arrived.
package actor Gathering {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ count: Int) {
        self.count = count
    }

    package func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == count else { return }
            for arrived in waiting { arrived.resume() }
        }
    }
}
