import HTTPCore
import HTTPTypes
import Secrets

/// The header fields of a request, as lines for libcurl.
///
/// This is the only place that adds the credential. `HTTPField` has replaced control characters in
/// values, including the credential.
func requestFieldLines(for request: HTTPTransportRequest) -> [String] {
    var fields = request.head.headerFields
    if let authorization = request.authorization {
        fields[.authorization] = authorization.reveal()
    }
    // libcurl takes `Name:` as "leave the field out" and `Name;` as a field without a value.
    var lines = fields.map {
        $0.value.isEmpty ? "\($0.name.rawName);" : "\($0.name.rawName): \($0.value)"
    }
    if request.relay == nil {
        if fields[.acceptEncoding] == nil { lines.append("Accept-Encoding: gzip") }
    } else if fields[.accept] == nil {
        // libcurl would otherwise add one.
        lines.append("Accept:")
    }
    // Fields that libcurl would otherwise add to a body.
    if fields[.contentType] == nil { lines.append("Content-Type:") }
    if fields[.expect] == nil { lines.append("Expect:") }
    return lines
}
