import TOML
import TestSupport
import Testing

@Suite struct PositionTests {
    private static let text = Repository.text("Tests/Fixtures/files/positions.toml")

    /// The node at a path of keys and indices.
    private func node(_ path: String) throws -> TOMLNode {
        var members = try TOMLDocument(parsing: Self.text).root
        var node: TOMLNode?
        for step in path.split(separator: "/").map(String.init) {
            if let index = Int(step), case .array(let elements)? = node?.value {
                node = elements[index]
            } else {
                node = members[step]
            }
            if case .table(let table)? = node?.value { members = table }
        }
        return try #require(node)
    }

    @Test(
        arguments: [
            ("look", 2, 1), ("bar", 3, 1), ("bar/height", 3, 5), ("quoted key/it", 4, 14), ("text", 5, 1),
            ("raw", 10, 1), ("list", 13, 1), ("list/2/inner", 16, 7), ("list/2/deep/er", 16, 23),
            ("bar/inner", 18, 6), ("bar/inner/a", 19, 1), ("spaced", 20, 5), ("spaced/key/é", 21, 1), ("tabs", 22, 3),
            ("tabs/0/id", 23, 1), ("tabs/1/icon", 25, 1), ("tabs/1/badge/x/y", 26, 24), ("tabs/1/more/z", 28, 1),
            ("tabs/1/list/0/q", 30, 1),
        ])
    func keys(_ path: String, _ line: Int, _ column: Int) throws {
        #expect(try node(path).keyPosition == TOMLPosition(line: line, column: column))
    }

    @Test(
        arguments: [
            ("look", 2, 8), ("bar/height", 3, 14), ("text", 5, 8), ("list", 13, 8), ("list/0", 14, 5),
            ("list/1", 14, 11), ("list/1/1", 15, 7), ("list/2", 16, 5), ("list/2/deep/er", 16, 28),
            ("bar/inner", 18, 1), ("spaced/key/é", 21, 7), ("tabs/0", 22, 1), ("tabs/1", 24, 1),
        ])
    func values(_ path: String, _ line: Int, _ column: Int) throws {
        #expect(try node(path).position == TOMLPosition(line: line, column: column))
    }

    @Test func elementsHaveNoKey() throws {
        #expect(try node("tabs/1").keyPosition == nil)
        #expect(try node("list/0").keyPosition == nil)
    }

    @Test func lineEndsAndByteOrderMark() throws {
        let root = try TOMLDocument(parsing: "\u{FEFF}a = 1\r\n\r\nb = \"x\"\r\n[c]\r\nd = 1").root
        #expect(root["a"]?.keyPosition == TOMLPosition(line: 1, column: 1))
        #expect(root["b"]?.keyPosition?.line == 3)
        let d = TOMLNode(
            value: .integer(1), position: TOMLPosition(line: 5, column: 5),
            keyPosition: TOMLPosition(line: 5, column: 1))
        #expect(root["c"]?.value == .table(["d": d]))
    }
}

@Suite struct MalformedTextTests {
    private func error(_ text: String) -> TOMLError? {
        do throws(TOMLError) {
            _ = try TOMLDocument(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    /// Errors that have no position in toml++ 3.3.
    @Test(
        arguments: [
            ("[=]", 1), ("a = 1\n[=]\nb = 2\n", 2), ("a = 1\n[ , ]", 2), ("a = [\n1,\n}]", 3), ("\n\n[[ = ]]\n[=]", 3),
            ("[é]\n", 1), ("a = 1\n\n[.a]", 3), ("a = 1979-05-27T:\n", 1),
        ])
    func failedAssertionHasItsLine(_ text: String, _ line: Int) throws {
        #expect(try #require(error(text)).position.line == line)
    }

    @Test func nestingIsBounded() throws {
        for depth in [32, 33, 100, 200_000] {
            let arrays = "a = " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let tables = "a = " + String(repeating: "{a=", count: depth) + "1" + String(repeating: "}", count: depth)
            #expect((error(arrays) == nil) == (depth <= 32))
            #expect((error(tables) == nil) == (depth < 32))
        }
    }

    @Test func keysAreBounded() throws {
        for names in [32, 33, 200_000] {
            let key = String(repeating: "a .", count: names - 1) + "a"
            for text in ["\(key) = 1", "x = 1\n[\(key)]", "x = 1\n[[\(key)]]", "a = { \(key) = 1 }"] {
                let error = error(text)
                #expect((error == nil) == (names <= 32))
                if let error { #expect(error.message == "a key has at most 32 names") }
            }
        }
        // Dots that are not between the names of a key.
        let dots = String(repeating: ".", count: 100)
        let text =
            "a = \"\(dots)\"\nb = '\(dots)' # \(dots)\nc = \"\"\"\n\(dots)\"\(dots)\\\"\"\"\(dots)\"\"\"\nd = '''\(dots)'''"
        #expect(error(text) == nil)
        let numbers = "a = [" + Array(repeating: "1.5", count: 100).joined(separator: ", ") + "]"
        #expect(error(numbers) == nil)
    }

    @Test func stringsMayContainNUL() throws {
        #expect(try TOMLDocument(parsing: "a = \"x\\u0000y\"").root["a"]?.value == .string("x\0y"))
    }
}
