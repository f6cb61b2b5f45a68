import ExplorerRPC
import JSONCore
import JSONRPC
import JSONSchema
import RedisClient

extension ParserCase {
    /// A kind of text: its name, the size of the shorter one, and its generator.
    private typealias Shape = (String, Int, @Sendable (Int) -> String)

    static let pushes = streams("push", pushTexts) { parts in
        var decoder = RESPDecoder()
        for part in parts {
            decoder.append(part)
            while (try? decoder.next()) != nil {}
        }
    }

    private static let pushTexts: [Shape] = [
        ("elements", 250, { count in ">\(count)\r\n" + copies("$1\r\na\r\n", count) }),
        ("messages", 125, { count in copies(">2\r\n+a\r\n:1\r\n", count) }),
        ("one long blob", 2_000, { count in "$\(count)\r\n" + copies("a", count) + "\r\n" }),
        ("one long line", 2_000, { count in "+" + copies("a", count) + "\r\n" }),
        ("nested", 125, { count in "*\(count)\r\n" + copies("*1\r\n*1\r\n_\r\n", count) }),
    ]

    static let frames = streams("frame", frameTexts) { parts in
        let limits = ConnectionLimits(maximumHeaderBytes: 1 << 30)
        var decoder = FrameDecoder(framing: .automatic, limits: limits)
        for part in parts {
            decoder.append(part)
            while (try? decoder.next()) != nil {}
            _ = decoder.isMidFrame
        }
    }

    private static let frameTexts: [Shape] = [
        ("one long body", 2_000, { count in header(count) + copies("a", count) }),
        ("bodies", 125, { count in copies(header(2) + "{}", count) }),
        ("header lines", 250, { count in copies("X-A: b\r\n", count) + header(2) + "{}" }),
        ("one long line", 2_000, { count in "{" + copies("a", count) + "\n" }),
        ("lines", 500, { count in copies("{}\r\n", count) }),
        ("blank lines", 1_000, { count in "{}" + copies("\n ", count) }),
        ("one blank line", 2_000, { count in "{}\n" + copies(" ", count) + "\n" }),
        ("white space before all", 2_000, { count in copies(" ", count) + "{}\n" }),
    ]

    private static let messageTexts: [Shape] = [
        ("params", 250, { count in call(object(count)) }),
        ("elements", 500, { count in call("[0\(copies(",0", count))]") }),
        ("one long string", 1_000, { count in call("[\"\(copies("\\u00e9", count))\"]") }),
        (
            "one long number", 2_000,
            { count in call("[\(copies("9", count))e\(copies("9", count))]") }
        ),
        ("objects in an array", 250, { count in call("[{}\(copies(",{\"a\":[]}", count))]") }),
        ("a batch", 60, { count in "[1\(copies("," + call("[]"), count))]" }),
        ("one member many times", 250, { count in "{\"id\":1\(copies(",\"id\":1", count))}" }),
        ("brackets without end", 2_000, { count in copies("[", count) }),
        (
            "spellings of a name", 250,
            { count in
                call("{\(spellings(count).map { "\"\($0)\":0" }.joined(separator: ","))}")
            }
        ),
        (
            "combining marks in its members", 250,
            { count in "{\"a\(copies("\u{301}\u{323}", count))\":1,\"id\":1}" }
        ),
        (
            "combining marks", 250,
            { count in call("{\"a\(copies("\u{301}\u{323}", count))\":1,\"b\":2}") }
        ),
    ]

    static let messages = messageTexts.map { name, size, text in
        ParserCase("message: \(name)", size) { count in
            let bytes = Array(text(count).utf8)
            return {
                let message = IncomingMessage(bytes, limits: ConnectionLimits())
                guard case .single(.call(let request)) = message else { return }
                let value = request.params.value()
                _ = value == value
                _ = value.bytes
            }
        }
    }

    private static let paramTexts: [Shape] = [
        ("members", 250, { count in object(count) }),
        ("one long member", 2_000, { count in "{\"\(copies("a", count))\":1}" }),
        ("combining marks", 250, { count in "{\"a\(copies("\u{301}\u{323}", count))\":1}" }),
        ("tildes", 1_000, { count in "{\"\(copies("~", count))\":1}" }),
        ("a long login", 1_000, { count in "{\"owner\":\"\(copies("é~/", count))\"}" }),
        ("a long page", 2_000, { count in "{\"page\":\(copies("9", count))}" }),
        ("a long array", 500, { count in "{\"page\":[0\(copies(",0", count))]}" }),
    ]

    static let names =
        paramTexts.map { name, size, text in
            ParserCase("param: \(name)", size) { count in
                let params = (try? JSONParser().parse(text(count))) ?? .null
                return {
                    for method in MethodCatalog.methods {
                        let violations = method.documentation.paramsSchema.validate(params)
                        _ = violations.map { "\($0.path) \($0.message)" }
                    }
                }
            }
        } + [
            ParserCase("param: items", 250) { count in
                let items = JSONValue.array(spellings(count).map { .string($0) })
                let schema = Schema.array(of: .string(.notBlank))
                return { _ = schema.validate(items) }
            },
            ParserCase("param: JSON Pointer", 1_000) { count in
                let token = copies("/~a", count)
                return { _ = JSONPointer(tokens: [token]).description }
            },
            ParserCase("method: a long name", 500) { count in
                let names = MethodCatalog.methods.map { $0.name }
                let name = copies("a", count)
                return { _ = EditDistance.nearest(to: name, among: names + [name + "b"]) }
            },
        ]

    private static func header(_ length: Int) -> String {
        "Content-Length: \(length)\r\n\r\n"
    }

    private static func call(_ params: String) -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"params\":\(params)}"
    }

    private static func object(_ count: Int) -> String {
        "{\((0..<count).map { "\"a\($0)\":\($0)" }.joined(separator: ","))}"
    }

    /// A stream decoder, which gets each text whole, byte by byte, and in pieces.
    private static func streams(
        _ kind: String, _ texts: [Shape],
        _ decode: @escaping @Sendable ([ArraySlice<UInt8>]) -> Void
    ) -> [ParserCase] {
        texts.flatMap { name, size, text in
            [(Int.max, "whole"), (1, "byte by byte"), (7, "in pieces")].map { piece, way in
                ParserCase("\(kind): \(name), \(way)", size) { count in
                    let parts = pieces(of: Array(text(count).utf8), piece)
                    return { decode(parts) }
                }
            }
        }
    }

    private static func pieces(of bytes: [UInt8], _ size: Int) -> [ArraySlice<UInt8>] {
        let size = min(size, bytes.count)
        return stride(from: 0, to: bytes.count, by: size).map {
            bytes[$0..<min($0 + size, bytes.count)]
        }
    }
}
