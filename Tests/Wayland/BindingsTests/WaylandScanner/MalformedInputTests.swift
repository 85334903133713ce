import Foundation
import Testing

@testable import WaylandScanner

/// Malformed inputs; each error names the file and the line.
@Suite struct MalformedInputTests {
    /// The body of an interface `i` of version 2, whose first line is line 3 of the file.
    struct Case: Sendable {
        var body: String
        var line: Int
        var says: String

        init(_ body: String, line: Int = 3, says: String) {
            self.body = body
            self.line = line
            self.says = says
        }
    }

    @Test(arguments: [
        Case("<request name='r'><arg name='a' type='integer'/></request>", says: "has type `integer`"),
        Case("<request name='r'>\n<arg name='a'/>\n</request>", line: 4, says: "<arg> has no `type`"),
        Case("<request/>", says: "<request> has no `name`"),
        Case("<request name='r' since='two'/>", says: "expected a 32-bit number"),
        Case("<request name='r'><arg name='a' type='object' interface='wl_surfac'/></request>", says: "`wl_surfac`"),
        Case("<request name='r'><arg name='a' type='new_id' interface='external'/></request>", says: "an external"),
        Case("<request name='r'><arg name='a' type='uint' enum='nope'/></request>", says: "`i.nope`"),
        Case(
            "<request name='r' type='destructor'><arg name='a' type='new_id' interface='i'/></request>",
            says: "expected no `new_id`"),
        Case("<enum name='e'><entry name='a' value='many'/></enum>", says: "expected a 32-bit number"),
        Case("<enum name='e'><entry name='a' value='4294967296'/></enum>", says: "expected a 32-bit number"),
    ])
    func malformedInterfaceIsRejected(_ malformed: Case) {
        let xml = "<protocol name='p'>\n<interface name='i' version='2'>\n\(malformed.body)\n</interface></protocol>\n"
        expectFailure(xml, line: malformed.line, says: malformed.says)
    }

    @Test func otherDocumentsAreRejected() {
        expectFailure("<protocol name='p'>\n<interface name='i'", line: 2, says: "not well-formed XML")
        expectFailure("<protocol name='p'>\n<interface name='i'>\n</protocol>", line: 3, says: "not well-formed XML")
        expectFailure("", line: 1, says: "not well-formed XML")
        expectFailure(
            "<protocol name='p'><interface name='i' version='1' version='2'/></protocol>", line: 1, says: "version")
        // Foundation's parser crashes at an instruction without data.
        expectFailure("<?a?><html/>", line: 1, says: "the document is a <html>")
        expectFailure("<html/>", line: 1, says: "the document is a <html>")
        expectFailure("<protocol name='p'>\n<interface name='i'/>\n</protocol>", line: 2, says: "no `version`")
        expectFailure(
            "<protocol name='p'><interface name='i' version='1'/>\n<interface name='i' version='1'/></protocol>",
            line: 2, says: "interface `i` is already defined")
    }

    @Test func duplicateInterfaceIsRejected() throws {
        let xml = Data("<protocol name='p'>\n<interface name='i' version='1'/></protocol>".utf8)
        let first = try ProtocolDefinition(xml: xml, file: "one.xml")
        let second = try ProtocolDefinition(xml: xml, file: "two.xml")
        #expect(
            throws: ScanError(
                file: "two.xml", line: 2, message: "interface `i` is already defined in one.xml:2")
        ) {
            _ = try Bindings([first, second])
        }
    }

    @Test(arguments: [
        ("globe wl_shm 1", "expected `file MODULE PATH`"),
        ("global wl_shm", "expected `file MODULE PATH`"),
        ("global wl_shm one", "expected a number from 1"),
        ("global wl_shm 0", "expected a number from 1"),
        ("global wl_seat 1", "global `wl_seat` is listed twice"),
    ])
    func malformedListIsRejected(_ line: String, says: String) throws {
        expectFailure(at: "list.txt:3", says: says) {
            _ = try ProtocolList(text: "# comment\nglobal wl_seat 5 # pinned\n\(line)\n", file: "list.txt")
        }
    }

    @Test(arguments: [
        ("global nobody 1", "no file defines the global"),
        ("global i 3", "expected at most the 2 of i.xml:1"),
    ])
    func unknownGlobalOrVersionIsRejected(_ line: String, says: String) throws {
        let xml = Data("<protocol name='p'><interface name='i' version='2'/></protocol>".utf8)
        let definition = try ProtocolDefinition(xml: xml, file: "i.xml")
        let list = try ProtocolList(text: line, file: "list.txt")
        expectFailure(at: "list.txt:1", says: says) { _ = try Bindings([definition], list: list) }
    }

    private func expectFailure(
        _ xml: String, line: Int, says: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectFailure(at: "bad.xml:\(line)", says: says, sourceLocation: sourceLocation) {
            let definition = try ProtocolDefinition(xml: Data(xml.utf8), file: "bad.xml")
            let list = try ProtocolList(text: "external external", file: "list.txt")
            _ = try Bindings([definition], list: list)
        }
    }

    private func expectFailure(
        at place: String, says: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = #expect(throws: ScanError.self, sourceLocation: sourceLocation) { try body() }
        guard let error else { return }
        #expect(error.description.hasPrefix("\(place): "), "\(error)", sourceLocation: sourceLocation)
        #expect(error.message.contains(says), "\(error)", sourceLocation: sourceLocation)
    }
}
