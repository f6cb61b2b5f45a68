import FoundationEssentials

/// The global ids of GitHub's GraphQL, in their first form.
enum NodeID {
    static func text(_ type: String, _ id: Int) -> String {
        Data("0\(type.utf8.count):\(type)\(id)".utf8).base64EncodedString()
    }
}
