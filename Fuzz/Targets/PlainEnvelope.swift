import JSONCore
import JSONRPC

/// A value as a JSON-RPC message, classified by its members after all of them were read.
///
/// - SeeAlso: JSON-RPC 2.0, sections 4 and 5.
struct PlainEnvelope {
    let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// Compares with the decoder's result.
    func check(_ envelope: IncomingMessage.Envelope) throws(Finding) {
        let isSame =
            switch envelope {
            case .response: isResponse
            case .cancelled: false
            case .invalid(let found, _, _): !isResponse && !isCall && found == (id ?? .null)
            case .call(let request): isCall && isSame(request)
            }
        try Finding.unless(isSame, "\(value) was taken for \(envelope)")
    }

    private var isResponse: Bool {
        value["method"] == nil && (value["result"] != nil || value["error"] != nil)
    }

    private var isCall: Bool {
        let params = value["params"] ?? .null
        return value["jsonrpc"] == "2.0" && value["method"]?.stringValue != nil
            && (value["id"] == nil || id != nil) && RPCParams(params) != nil
    }

    /// Nil for a missing or invalid one.
    private var id: RequestID? {
        value["id"].flatMap(RequestID.init)
    }

    private func isSame(_ request: RPCRequest) -> Bool {
        let idText = request.id.flatMap { try? JSONParser().parse($0.bytes) }
        return request.id == id && idText == value["id"]
            && JSONValue.string(request.method) == value["method"]
            && request.params.value() == value["params"] ?? .null
    }
}
