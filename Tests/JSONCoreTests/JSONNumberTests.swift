import Testing

@testable import JSONCore

@Suite struct JSONNumberTests {
    private func check(_ text: String) throws -> JSONNumber {
        guard case .number(let number) = try JSONParser().parse(text) else {
            throw JSONSyntaxError(.expectedKind(.number), offset: 0)
        }
        return number
    }

    @Test(arguments: [
        "1e400", "0.10", "12345678901234567890", "-0", "1E+5", "1.50e-7",
        "3.14159265358979323846264338327950288419716939937510",
    ])
    func `digits are kept unchanged`(text: String) throws {
        #expect(try JSONParser().parse("[\(text)]").text == "[\(text)]")
        #expect(try check(text).text == text)
    }

    @Test(arguments: [
        ["15", "15.0", "1.5e1", "1.5E+1", "150e-1", "0.15e2", "15.000", "1500000e-5"],
        ["0", "-0", "0.0", "0e10", "-0.00e-5", "0e999999999999999999999"],
        ["0.1", "1e-1", "0.10", "10e-2", "0.01e1"], ["-2.5", "-25e-1", "-2.50"],
        ["1e400", "10e399", "0.1e401", "1000e397"],
        ["12345678901234567890", "1234567890123456789e1", "12345678901234567890.0"],
        ["1e99999999999999999999", "1.0e99999999999999999999"],
    ])
    func `numbers of equal value are equal and have equal hashes`(texts: [String]) throws {
        let numbers = try texts.map(check)
        for number in numbers {
            #expect(number == numbers[0])
            #expect(number.hashValue == numbers[0].hashValue)
        }
    }

    @Test(
        arguments: [
            ("15", 15), ("15.0", 15), ("1.5e1", 15), ("-0", 0), ("0e9", 0), ("1e3", 1000),
            ("1200e-2", 12), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
            ("-9.223372036854775808e18", Int.min), ("9.223372036854775807e18", Int.max),
            ("9223372036854775808", nil), ("-9223372036854775809", nil),
            ("9.223372036854775808e18", nil),
            ("1.5", nil), ("1e-1", nil), ("1e400", nil), ("1e19", nil),
            ("1e99999999999999999999", nil),
            ("0.1e-99999999999999999999", nil),
        ] as [(String, Int?)])
    func `an integer is recognized in every notation`(text: String, integer: Int?) throws {
        #expect(try check(text).int == integer)
    }

    @Test(arguments: [
        ("1e400", true), ("1e18", true), ("1.5e1", true), ("1.5", false), ("1e-1", false),
    ])
    func `an integer of any size is recognized`(text: String, isInteger: Bool) throws {
        #expect(try check(text).isInteger == isInteger)
    }

    @Test func `a double is the nearest one`() throws {
        #expect(try check("0.1").double == 0.1)
        #expect(try check("9007199254740993").double == 9_007_199_254_740_992)
        #expect(try check("1e400").double == .infinity)
        #expect(try check("-1e400").double == -.infinity)
        #expect(try check("1e-400").double == 0)
    }

    @Test(arguments: [
        (15.0, "15"), (-2.5, "-2.5"), (0.1, "0.1"), (1e300, "1e+300"),
        (.leastNonzeroMagnitude, "5e-324"),
    ])
    func `a double is written with the fewest digits that round-trip`(
        value: Double, text: String
    ) throws {
        #expect(JSONNumber(value)?.text == text)
        #expect(try check(text).double == value)
    }

    @Test func `a value that JSON cannot express is not a number`() {
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
    }
}
