import JSONCore
import JSONSchema

/// An error in a control request: the member, what was expected, what was found.
struct ControlError: Error {
    let message: String
    let status: Int

    init(_ message: String, status: Int = 422) {
        self.message = message
        self.status = status
    }
}

extension Schema {
    func check(_ body: JSONObject) throws(ControlError) {
        guard let violation = validate(.object(body)).first else { return }
        throw ControlError(violation.description)
    }
}
