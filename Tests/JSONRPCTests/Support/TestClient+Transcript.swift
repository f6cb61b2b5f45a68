import JSONCore

extension TestClient: TranscriptPeer {
    func send(message: String) {
        send(message)
    }

    func receive(count: Int) async -> [JSONValue] {
        await receive(count)
    }

    func finishInput() async -> [JSONValue] {
        await finish()
    }
}
