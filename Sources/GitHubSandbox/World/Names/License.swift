/// A license in the body of a repository.
struct License: Hashable {
    let key: String
    let name: String
    let spdx: String
    let nodeID: String
}
