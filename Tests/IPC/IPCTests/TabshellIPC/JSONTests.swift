import ShellModel
import Testing
import TestSupport

@testable import TabshellIPC

@Suite struct JSONTests {
    @Test(
        arguments: [
            ("null", JSON.null), (" true ", true), ("\t\r\nfalse", false), ("0", 0), ("-0", 0), ("-12", -12),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)), ("1e2", .number(100)),
            ("1E+2", .number(100)), ("-2.5e-1", .number(-0.25)), ("0.0", .number(0)), ("0e0", .number(0)),
            ("1e-400", .number(0)), ("\"\"", ""), ("[]", []), ("[ ]", []), ("{}", [:]), ("{ }", [:]),
            ("[1,[2,{\"a\":[]}]]", [1, [2, ["a": []]]]), ("{\"\":{\"b\" : null}}", ["": ["b": .null]]),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u00e9\u0000\uD834\udd1E""#, .string("é\0𝄞")),
            (#""\uFFFF\ud7ff\ue000""#, .string("\u{FFFF}\u{D7FF}\u{E000}")),
            ("\"\u{7F}\u{2028}ß𝄞\"", "\u{7F}\u{2028}ß𝄞"), (#"{"a":1,"A":2,"a ":3}"#, ["a": 1, "A": 2, "a ": 3]),
        ] as [(String, JSON)])
    func accepted(text: String, value: JSON) throws {
        #expect(try JSONParser.parse(Array(text.utf8)) == value)
    }

    @Test(
        arguments: [
            ("", 0), ("  ", 2), ("nul", 0), ("nulll", 4), ("True", 0), ("-", 1), ("+1", 0), ("01", 1), ("-01", 2),
            ("1.", 2), (".5", 0), ("1.e1", 2), ("1e", 2), ("1e+", 3), ("1e1.5", 3), ("0x1", 1), ("1_0", 1),
            ("Infinity", 0), ("NaN", 0), ("1e999", 0), ("-1e999", 0), ("[", 1), ("]", 0), ("[1", 2), ("[1,", 3),
            ("[,1]", 1), ("[1,]", 3), ("[1 2]", 3), ("[1}", 2), ("{", 1), ("}", 0), ("{\"a\"", 4), ("{\"a\":", 5),
            ("{\"a\":1", 6), ("{\"a\":1,}", 7), ("{\"a\",1}", 4), ("{1:2}", 1), ("{a:1}", 1), ("{\"a\":1,\"a\":2}", 7),
            ("\"", 1), ("\"\\", 2), ("\"\\x\"", 2), ("\"\\u123\"", 6), ("\"\\u123g\"", 6), ("\"\\uD800\"", 1),
            ("\"\\uDC00\"", 1), ("\"\\uD800\\n\"", 1), ("\"\\uD800\\uD800\"", 1), ("\"\u{1}\"", 1), ("\"\n\"", 1),
            ("'a'", 0), ("1 1", 2), ("[] []", 3), ("//", 0), ("\u{FEFF}1", 0), ("\u{A0}1", 0), ("\0", 0), ("1\0", 1),
            ("\u{B}1", 0),
        ] as [(String, Int)])
    func rejected(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
        #expect(error?.offset == offset)
    }

    @Test func depthIsBounded() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
        }
        _ = try JSONParser.parse(nested(Limits.maximumJSONDepth))
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(nested(Limits.maximumJSONDepth + 1)) }
        #expect(error?.offset == Limits.maximumJSONDepth)
        #expect(throws: JSONError.self) { try JSONParser.parse([UInt8](repeating: 0x5B, count: 1_000_000)) }
        let objects = String(repeating: "{\"a\":", count: 100_000)
        #expect(throws: JSONError.self) { try JSONParser.parse(Array(objects.utf8)) }
    }

    @Test func manyNamesAreCheckedInLinearTime() throws {
        let names = (0..<60_000).map { "\"\($0)\":0" }.joined(separator: ",")
        let value = try JSONParser.parse(Array("{\(names)}".utf8))
        #expect(value["59999"] == 0)
    }

    @Test func everyPrefixOfALineIsRefused() throws {
        let line = try #require(try ProtocolFolder.frames("events").first { $0.name == "look" }).line
        for length in 0..<line.count {
            #expect(throws: JSONError.self) { try JSONParser.parse(Array(line[..<length])) }
        }
    }

    @Test func numbersAreWrittenAsSwiftWritesThem() {
        let doubles = [0, -0.0, 1, -1, 0.42, 1e-7, 999_999_999, 1e9, 1e9 + 1, 1e15, 1e16, .pi, .leastNonzeroMagnitude]
        for value in doubles { #expect(JSON.number(value).encodedText == value.description) }
        let integers: [Int64] = [0, 1, -1, 9, 10, -10, 200_000_000, .max, .min]
        for value in integers { #expect(JSON.integer(value).encodedText == value.description) }
    }

    @Test func nonFiniteNumbersBecomeNull() {
        #expect(JSON.number(.infinity).encodedText == "null")
        #expect(JSON.number(.nan).encodedText == "null")
    }
}

/// The common members of all request lines, found by their bytes.
@Suite struct RequestLineTests {
    @Test(arguments: [
        #"{"id":1,"verb":"select","tab":"a"}"#, #" { "verb" : "select" , "tab" : "a" , "id" : 1 } "#,
        #"{"tab":"a","id":1,"verb":"select"}"#, #"{"\u0069d":1,"v\u0065rb":"select","tab":"a"}"#,
        #"{"id":1,"verb":"s\u0065lect","tab":"a"}"#,
    ])
    func spellingsAreEquivalent(line: String) throws {
        let message = try RequestMessage(line: Array(line.utf8)[...])
        #expect(message == RequestMessage(id: .integer(1), .command(.select("a"))))
    }

    @Test(arguments: [
        (#"{"id":1,"id":2,"verb":"ping"}"#, 8, #"the name "id" is there twice"#),
        (#"{"verb":"ping","id":1,"\u0069d":2}"#, 22, #"the name "id" is there twice"#),
        (#"{"verb":"ping","verb":"ping"}"#, 15, #"the name "verb" is there twice"#),
        (#"{"verb":"ping","tab":1,"tab":2}"#, 23, #"the name "tab" is there twice"#),
        (#"{"id" 1}"#, 6, "expected ':' after a member's name"), (#"{"verb":}"#, 8, "expected a value"),
        (#"{"verb":"ping"#, 13, "the string does not end"),
        (#"{"verb":"ping"} x"#, 16, "expected the end of the line after the value"),
        (#"{"verb":"ping",}"#, 15, "expected a member's name in quotes"),
    ])
    func invalidTextIsRefusedAtItsPlace(line: String, offset: Int, problem: String) {
        let error = #expect(throws: RequestError.self) { try RequestMessage(line: Array(line.utf8)[...]) }
        #expect(error?.id == nil)
        #expect(error?.error.message == "byte \(offset): \(problem)")
        #expect(error?.error.data == ["offset": JSON(offset)])
    }

    @Test(arguments: [
        (#"{"id":1}"#, "the request has no \"verb\""), (#"{"id":1,"verb":null}"#, "\"verb\" is a string, not null"),
        (#"{"id":1,"verb":"pin"}"#, "unknown verb \"pin\""), (#"{"id":1,"verb":""}"#, "unknown verb \"\""),
        (#"{"id":1,"verb":"pinG"}"#, "unknown verb \"pinG\""),
        (#"{"id":1,"verb":["ping"]}"#, "\"verb\" is a string, not an array"),
    ])
    func otherVerbsAreRefused(line: String, problem: String) {
        let error = #expect(throws: RequestError.self) { try RequestMessage(line: Array(line.utf8)[...]) }
        #expect(error?.id == .integer(1))
        #expect(error?.error.message == problem)
    }

    @Test(arguments: ["[]", "1", #""ping""#, "null"])
    func otherValuesAreRefused(line: String) {
        let error = #expect(throws: RequestError.self) { try RequestMessage(line: Array(line.utf8)[...]) }
        #expect(error?.error.code == ErrorCode.invalidRequest.rawValue)
    }

    @Test func everyVerbIsFound() {
        for (place, method) in Request.methods.enumerated() {
            #expect(Request.place(ofVerb: method.name.utf8.span) == place)
        }
    }
}
