// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabshellIPC

/// The members that a request line has in common with all others, which are found by their bytes.
@Suite struct RequestLineTests {
    @Test(arguments: [
        #"{"id":1,"verb":"select","tab":"a"}"#,
        #" { "verb" : "select" , "tab" : "a" , "id" : 1 } "#,
        #"{"tab":"a","id":1,"verb":"select"}"#,
        #"{"\u0069d":1,"v\u0065rb":"select","tab":"a"}"#,
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
        (#"{"id" 1}"#, 6, "expected ':' after a member's name"),
        (#"{"verb":}"#, 8, "expected a value"),
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
