import Testing

@testable import TabshellIPC

/// Texts that each reader of JSON must accept (RFC 8259) or refuse, and texts of its own choice, with the decision.
@Suite struct JSONCaseTests {
    private static let accepted: [String] = [
        // Literals and white space.
        "null", "true", "false", " null", "null ", "\tnull", "null\t", "\nnull", "null\n", "\rnull", "null\r",
        "\r\n null \r\n", "\t\t\t[\t]\t", "[\n\n]", "{\r\n}", "[ 1 , 2 ]", "{ \"a\" : 1 }", "{\"a\"\n:\n1}",
        // Numbers.
        "0", "-0", "1", "-1", "10", "9007199254740993", "9223372036854775807", "-9223372036854775808", "0.5", "-0.5",
        "0.0", "-0.0", "1.0", "10.01", "0.000000000000000000000001", "1e0", "1E0", "1e1", "1E1", "1e+1", "1e-1",
        "1E+01", "1e00", "0e0", "0E0", "0e+1", "-0e-1", "1.5e10", "1.5E-10", "123456789.123456789e-5", "1e308",
        "1.7976931348623157e308", "2.2250738585072014e-308", "5e-324", "20e1", "[1]", "[-1,0,1]",
        // Strings.
        #""""#, #"" ""#, #""a""#, #""/""#, #""\/""#, #""\"""#, #""\\""#, #""\b\f\n\r\t""#, #""\u0000""#, #""\u001f""#,
        #""\u0022""#, #""\u005C""#, #""\u005c""#, #""\u002F""#, #""\u0061""#, #""\u00E9""#, #""\u20ac""#, #""\uFFFD""#,
        #""\uFFFE""#, #""\uFFFF""#, #""\uFDD0""#, #""\uD83D\uDE00""#, #""\ud83d\ude00""#, #""\uDBFF\uDFFF""#,
        #""\uD800\uDC00""#, #""\uD834\uDD1Ex""#, #""\\u0061""#, #""\\\\""#, #""\"\"""#, "\"\u{7F}\"", "\"\u{80}\"",
        "\"\u{7FF}\"", "\"\u{800}\"", "\"\u{FFFD}\"", "\"\u{FFFF}\"", "\"\u{10000}\"", "\"\u{10FFFF}\"", "\"é\"",
        "\"e\u{301}\"", "\"\u{2028}\u{2029}\"", "\"\u{FEFF}\"", "\"\u{202E}\"", "\"日本\"", "\"👩‍👩‍👧\"", #""'""#,
        #""[,]{:}""#, #""//""#, #""/*""#, #""null""#,
        // Arrays and objects.
        "[]", "[[]]", "[[],[]]", "[[[[[]]]]]", "[null,1,\"1\",{}]", "[\"\"]", "[0.1e1]", "{}", #"{"":0}"#, #"{"":""}"#,
        #"{"a":[]}"#, #"{"a":{}}"#, #"{"a":{"a":{"a":1}}}"#, #"{"a":1,"b":2}"#, #"{"\u0000":1}"#, #"{"a":null}"#,
        #"{"a\"":1}"#, #"{"/":1}"#,
        // Names that differ in bytes only.
        "{\"é\":1,\"e\u{301}\":2}", "{\"\u{212B}\":1,\"Å\":2}", "{\"K\":1,\"\u{212A}\":2}", #"{"a":1,"A":2}"#,
        #"{"a":1,"a ":2}"#, "{\"ﬁ\":1,\"fi\":2}", #"{"a":1,"a\u0000":2}"#,
    ]

    /// Besides the cases of ``JSONTests/rejected(text:offset:)``.
    private static let refused: [String] = [
        // Nothing, or not one value.
        " ", "\n", "1 2", "1,2", "null null", "[][]", "{}{}", "{}[]", "[],", ",[]", "{},", "\"\"\"\"", "1 x", "{} }",
        "[] ]", "[]/**/", "[]//", "#", "[]#",
        // Literals.
        "Null", "NULL", "tru", "truee", "TRUE", "fals", "falsee", "FALSE", "undefined", "nil", "None", "nan", "-NaN",
        "-Infinity", "+Infinity", "inf", "n", "t", "f", "n ull", "*", "&", "<null>",
        // White space that JSON does not have.
        "\u{C}1", "1\u{A0}", "\u{2028}1", "\u{3000}1", "\u{200B}1", "\u{85}1", "1\u{FEFF}", "\u{2060}1", "\01", "[\0]",
        "[1\0]",
        // Numbers.
        "+", "--1", "-+1", "- 1", "00", "-00", "-1.", ".1", "-.1", "1..1", "1.1.1", "1E", "1e-", "1e++1", "1e1e1", "e1",
        ".e1", "1 .5", "1. 5", "1 e5", "0X1", "0b1", "0o1", "1_000", "1,000", "1'000", "1a", "1f", "1L", "1n", "１", "٣",
        "1½", "1e309", "-1e309", "1e99999", "--", "0.", "0e", "0.e1", "-e1", "1/2", "(1)", "[1.]", "[-]", "[01]",
        // Strings.
        "'", "\"a", "a\"", "`a`", "“a”", "a", #""\""#, #""\\\""#, #""\x41""#, #""\a""#, #""\v""#, #""\0""#, #""\'""#,
        #""\U0041""#, #""\u""#, #""\u0""#, #""\u00""#, #""\u004""#, #""\u004G""#, #""\u 041""#, #""\u+041""#,
        #""\u-041""#, #""\u{41}""#, #""\u００41""#, #""\uDBFF""#, #""\uDFFF""#, #""\uD800a""#, #""\uD800\u0041""#,
        #""\uDC00\uD800""#, #""\uD800\uDC0""#, #""\uD800\u""#, #""\uD800\""#, #""\uD800\\uDC00""#,
        #""\uD83D\uDE00\uD83D""#, "\"\0\"", "\"\u{1F}\"", "\"\r\"", "\"\t\"", "\"a\u{1B}[2J\"", "\"\\\n\"", "\"\\ \"",
        "\"\\é\"",
        // Arrays.
        "[[]", "[]]", "[,", "[,]", "[1,,2]", "[1;2]", "[1:2]", "[\"a\" 1]", "[a]", "[\"a", "[}", "[{]}", "[*]",
        "[<null>]", "[...]", "(]", "[\"a\",\n", "[true false]",
        // Objects.
        "{]", "{,}", "{:}", "{\"a\"}", "{\"a\":}", "{\"a\":1,", "{,\"a\":1}", "{\"a\" 1}", "{\"a\"::1}",
        "{\"a\":1,,\"b\":2}", "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}", "{\"a\":1:2}", "{'a':1}", "{1:1}", "{null:1}",
        "{[]:1}", "{{}:1}", "{true:1}", "{\"a\":1}}", "{\"a\":a}", "{\"a\"=1}", "{\"a\":1/**/}", "{\"a\"//\n:1}",
        "{\"a", "{\"a\":\"a}", "{...}",
        // The same name twice, however it is written.
        #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"{"":1,"":2}"#, "{\"é\":1,\"\\u00e9\":2}",
        #"{"\ud83d\ude00":1,"😀":2}"#, #"{"x":{"a":1,"a":2}}"#, #"[{"/":1,"\/":2}]"#,
    ]

    /// Strings whose bytes are not UTF-8.
    private static let invalidUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xC0], [0xC1], [0xF5], [0xFE], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x22],
        [0xC3, 0x28],
        [0xE0, 0x9F, 0xBF], [0xE0, 0xA0], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
        [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0x61, 0xCC], [0xE9],
    ]

    /// The cases that the standard leaves open, and this reader's choice.
    private static let decided: [(String, JSON?)] = [
        ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
        ("18446744073709551616", .number(18_446_744_073_709_551_616)), ("0.1", .number(0.1)), ("1e2", .number(100)),
        ("1.0", .number(1)), ("-0", .integer(0)), ("-0.0", .number(-0.0)), ("1e-400", .number(0)),
        ("-1e-400", .number(-0.0)), ("1e400", nil), ("-1e400", nil), (String(repeating: "9", count: 400), nil),
        ("0." + String(repeating: "3", count: 1000), .number(1.0 / 3)),
        ("1e" + String(repeating: "0", count: 1000) + "1", .number(10)),
        (String(repeating: "[", count: 32) + String(repeating: "]", count: 32), .some(nested(32))),
        (String(repeating: "[", count: 33) + String(repeating: "]", count: 33), nil), ("\u{FEFF}", nil),
        ("\u{FEFF}{}", nil), (#"{"a":1,"a":1}"#, nil), (#""\uD800""#, nil),
    ]

    private static func nested(_ levels: Int) -> JSON {
        (1..<levels).reduce(.array([])) { value, _ in .array([value]) }
    }

    @Test(arguments: accepted) func isAccepted(text: String) throws {
        let value = try JSONParser.parse(Array(text.utf8))
        // A read value is written and read again without a change.
        #expect(try JSONParser.parse(value.encodedBytes) == value)
        for space in [" ", "\n", "\t\r\n"] {
            #expect(try JSONParser.parse(Array((space + text + space).utf8)) == value)
        }
        #expect(try JSONParser.parse(Array("[\(text)]".utf8)) == .array([value]))
        #expect(try JSONParser.parse(Array("{\"name\":\(text)}".utf8))["name"] == value)
    }

    @Test(arguments: refused) func isRefused(text: String) {
        let bytes = Array(text.utf8)
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
        #expect((0...bytes.count).contains(error?.offset ?? -1))
    }

    @Test(arguments: invalidUTF8) func invalidUTF8IsRefused(bytes: [UInt8]) {
        for text in [
            [0x22] + bytes + [0x22], [0x5B, 0x22] + bytes + [0x22, 0x5D],
            Array("{\"".utf8) + bytes + Array("\":1}".utf8), bytes,
        ] {
            let error = #expect(throws: JSONError.self) { try JSONParser.parse(text) }
            #expect(text == bytes || error?.message.contains("UTF-8") == true)
        }
    }

    @Test(arguments: decided) func isDecided(text: String, value: JSON?) {
        #expect((try? JSONParser.parse(Array(text.utf8))) == value)
    }
}
