import NIOHTTP1

extension HTTPHeaders {
    /// What a field such as `Accept` lists, in lowercase and without parameters, except for what has a
    /// quality of 0, which means "not acceptable" (RFC 9110, section 12.4.2).
    func accepted(_ field: String) -> [String] {
        self[canonicalForm: field].compactMap { range in
            let parts = range.split { ";= ".contains($0) }.map { $0.lowercased() }
            let quality = parts.firstIndex(of: "q").map { parts[($0 + 1)...].first ?? "" }
            return quality.flatMap(Double.init) == 0 ? nil : parts.first
        }
    }
}
