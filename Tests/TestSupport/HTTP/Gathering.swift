/// Lets those who wait through once `count` of them are there.
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
