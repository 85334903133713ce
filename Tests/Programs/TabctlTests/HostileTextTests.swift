// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Texts of peers and files that a terminal would obey.
@Suite struct HostileTextTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
    }

    /// An escape sequence that sets the title, C1's CSI, an override, line ends and separators; as JSON has them.
    private static let hostile = #"\u001b]0;x\u0007\u009b31m\u202eabc\u2066\r\n\u2028\u007f"#

    /// The scalars that a terminal obeys but for line feeds.
    private static func controls(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            scalar != "\n"
                && (scalar.properties.generalCategory == .control || (0x2028...0x202E).contains(scalar.value)
                    || (0x2066...0x2069).contains(scalar.value))
        }
    }

    private func expectClean(_ command: String, lines: Int? = nil) throws {
        for form in ["", " --json"] {
            let result = try tabctl.onTerminal(command + form)
            #expect(Self.controls(in: result.output).isEmpty, "\(command)\(form): \(result.output.debugDescription)")
            #expect(result.output.contains("31m"), "the text was shown: \(result.output)")
            if let lines { #expect(result.output.split(separator: "\n").count == lines, "\(result.output)") }
        }
    }

    @Test("No control reaches a terminal from the state")
    func state() throws {
        let text = Self.hostile
        let state = try Tabctl.state(with: [
            "tabs": "[\(Tabctl.tab("home"))]", "badges": #"{"home":{"text":"\#(text)"}}"#,
            "paths": #"{"home":["\#(text)"]}"#,
            "programs": #"[{"program":"panel","phase":"failed","pid":null,"restarts":0,"reason":"\#(text)"}]"#,
        ])
        try tabctl.startServer(saying: [Tabctl.hello, state])
        try expectClean("status")
    }

    @Test("No control reaches a terminal from replies and refusals")
    func replies() throws {
        let text = Self.hostile
        for (command, reply) in [
            ("select home", #""ok":{"tab":"\#(text)","revision":1}"#),
            ("looks", #""ok":{"looks":["\#(text)"],"look":"\#(text)"}"#),
            ("tabs", #""ok":{"selection":"a","tabs":[{"id":"a","title":"\#(text)","role":"page"}]}"#),
            ("accessibility", #""ok":{"tree":{"role":"window","label":"\#(text)"}}"#),
            ("select home", #""error":{"code":"unknown_tab","message":"\#(text)"}"#),
        ] {
            let server = try tabctl.startServer(saying: [Tabctl.hello, "{\"id\":1,\(reply)}"])
            try expectClean(command, lines: 1)
            server.terminate()
            unlink(tabctl.socket)
        }
    }

    @Test("No control reaches a terminal from the command line")
    func arguments() throws {
        let result = try tabctl.run("sel\u{1B}[2Ject")
        #expect(result.exit == .code(2))
        #expect(Self.controls(in: result.errors).isEmpty && result.errors.contains("sel\\u{1b}[2Ject"))
    }
}
