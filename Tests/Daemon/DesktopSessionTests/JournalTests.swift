// SPDX-License-Identifier: MIT

import Posix
import TestSupport
import Testing

@testable import DesktopSession

@Suite struct JournalTests {
    /// The header is that of systemd-cat(1).
    @Test func streamBeginsWithItsHeader() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("stdout")
        let listener = try UnixSocket.listen(at: path)
        let stream = try Journal.stream(at: path, identifier: "tabshell-session")
        try stream.writeAll(Array("<4>sway has ended\n".utf8))
        let journal = try listener.accept()
        let bytes = try waitFor("the lines") { try journal.read(upTo: 4096) }
        #expect(String(decoding: bytes, as: UTF8.self) == "tabshell-session\n\n6\n1\n0\n0\n0\n<4>sway has ended\n")
    }
}
