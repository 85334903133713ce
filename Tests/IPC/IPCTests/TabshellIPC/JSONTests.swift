import Testing
import TestSupport

@testable import TabshellIPC

@Suite struct JSONTests {
    /// The texts of `Golden/json.txt`, each with its value or its error. Bytes in hexadecimal digits are between ‹ and ›.
    @Test func textsAreReadAsReviewed() throws {
        let (reviewed, played) = try playScript("json") { line in
            if line.isEmpty || line.hasPrefix("# ") { return [] }
            let bytes = line.split(separator: "‹", omittingEmptySubsequences: false).enumerated().flatMap {
                index, part in
                if index == 0 { return Array(part.utf8) }
                let halves = part.split(separator: "›", omittingEmptySubsequences: false)
                let digits = Array(halves[0])
                let coded = stride(from: 0, to: digits.count, by: 2).map {
                    UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0
                }
                return coded + Array(halves[1].utf8)
            }
            let value: JSON
            do throws(JSONError) { value = try JSONParser.parse(bytes) } catch {
                return ["byte \(error.offset): \(error.message)"]
            }
            try expectStability(of: value, bytes)
            return [value.encodedText.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()]
        }
        #expect(played == reviewed)
    }

    /// A read value is written and read again without a change, also between white space and within others.
    private func expectStability(of value: JSON, _ bytes: [UInt8]) throws {
        #expect(try JSONParser.parse(value.encodedBytes) == value)
        for space in [" ", "\n", "\t\r\n"] {
            #expect(try JSONParser.parse(Array(space.utf8) + bytes + Array(space.utf8)) == value)
        }
        #expect(try JSONParser.parse([0x5B] + bytes + [0x5D]) == .array([value]))
        #expect(try JSONParser.parse(Array("{\"name\":".utf8) + bytes + [0x7D])["name"] == value)
    }

    @Test(
        arguments: [
            ("0." + String(repeating: "3", count: 1000), .number(1.0 / 3)), (String(repeating: "9", count: 400), nil),
            ("1e" + String(repeating: "0", count: 1000) + "1", .number(10)),
        ] as [(String, JSON?)])
    func longNumbersAreRead(text: String, value: JSON?) {
        #expect((try? JSONParser.parse(Array(text.utf8))) == value)
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

@Suite struct RequestLineTests {
    @Test func everyVerbIsFound() {
        for (place, method) in Request.methods.enumerated() {
            #expect(Request.place(ofVerb: method.name.utf8.span) == place)
        }
    }
}
