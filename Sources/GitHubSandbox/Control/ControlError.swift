import JSONCore
import JSONSchema

/// An error in a control request: the member, what was expected, what was found.
struct ControlError: Error {
    let message: String
    var status = 422
}

extension Schema {
    func check(_ body: JSONObject) throws(ControlError) {
        guard let violation = validate(.object(body)).first else { return }
        throw ControlError(message: violation.description)
    }
}
