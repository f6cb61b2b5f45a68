import JSONCore

/// Messages as tests write them.
enum Messages {
    static func request(_ id: JSONValue, _ method: String, _ params: JSONValue = .null) -> String {
        let message: JSONValue = [
            "jsonrpc": "2.0", "id": id, "method": .string(method), "params": params,
        ]
        return message.text
    }

    static func notification(_ method: String, _ params: JSONValue = .null) -> String {
        let message: JSONValue = ["jsonrpc": "2.0", "method": .string(method), "params": params]
        return message.text
    }

    static func cancellation(of id: JSONValue) -> String {
        notification("$/cancelRequest", ["id": id])
    }

    /// A request that runs from `started KEY` to `release KEY`.
    static func hold(_ id: JSONValue, _ key: String, _ more: JSONObject = [:]) -> String {
        var params: JSONObject = ["key": .string(key)]
        for (name, value) in more {
            params[name] = value
        }
        return request(id, "hold", .object(params))
    }

    static func batch(_ messages: String...) -> String {
        "[" + messages.joined(separator: ",") + "]"
    }

    static func result(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "result": result]
    }

    /// The distinctive parts of a response: its id, and its result or its error's code.
    static func brief(_ answer: JSONValue) -> JSONValue {
        switch answer {
        case .array(let answers): .array(answers.map(brief))
        default: [answer["id"] ?? "-", answer["result"] ?? answer["error"]?["code"] ?? "-"]
        }
    }
}
