import CommandLineKit
import Foundation
import Testing
import TestSupport

/// The texts for the state and its changes.
@Suite struct TextTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
    }

    /// The lines printed for the golden events of the topics, as in `Golden/events.txt`.
    @Test func eachEventIsOneLine() throws {
        let folder = Repository.file("protocol/ipc/frames/events").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).map { String($0.dropLast(5)) }.sorted()
        let frames = try names.map { ($0, try Tabctl.frame("events/\($0)")) }.filter { $0.1.contains("\"revision\"") }
            .filter { !["ready", "resync", "commit"].contains($0.0) }
        // The one that is repeated is the last that is printed.
        let last = try Tabctl.frame("events/message")
        let lines = frames.map(\.1) + [#"{"event":"ready","revision":1}"#, last]
        try tabctl.startServer(saying: [Tabctl.hello, #"{"id":1,"ok":{"revision":1}}"#] + lines)
        let line = "exec timeout 20 script -qec \"$tabctl watch\" /dev/null"
        let program = ["tabctl": try BuiltProducts.url("tabctl").path]
        let watch = try ChildProcess("bash", ["-c", line], environment: tabctl.environment.merging(program) { $1 })
        try waitUntil("all lines: \(watch.output)") {
            watch.output.components(separatedBy: "Closing at six\"\r\n").count == 3
        }
        watch.terminate()
        let text = watch.output.replacingOccurrences(of: "\r\n", with: "\n")
        #expect(text == (try goldenText("events", now: text)))
    }

    @Test func screenIsInTheWordsOfTheProtocol() throws {
        try tabctl.startServer(saying: [Tabctl.hello, Tabctl.screenReply])
        let result = try tabctl.onTerminal("accessibility")
        #expect(result.output == Tabctl.screen.lines.map { $0 + "\n" }.joined())
    }

    @Test func statusShowsUnusualStates() throws {
        let tabs = [
            Tabctl.tab("home"), Tabctl.tab("search", role: "search"),
            Tabctl.tab("create", role: "action", menu: ["note", "photo"]),
            Tabctl.tab("lamp", role: "action", action: "toggle"), Tabctl.tab("idle", role: "action"),
        ]
        let state = try Tabctl.state(with: [
            "tabs": "[\(tabs.joined(separator: ","))]", "badges": #"{"home":{"count":3},"lamp":{"dot":true}}"#,
            "paths": #"{"home":["day","today"]}"#, "appearance": #"{"value":"dark","accepted_at":1}"#,
            "sheet": #"{"tab":"search","accepted_at":1}"#, "menu": #"{"tab":"create","accepted_at":1}"#,
            "bar": #"{"minimized":true,"accepted_at":1}"#,
            "shown": #"{"search":{"text":"- Tea","format":"markdown"}}"#,
            "configuration": #"{"source":"default","errors":["config.toml:1: a: one","config.toml:2: b: two"]}"#,
            "programs": """
            [{"program":"panel","phase":"alive","pid":11,"restarts":0,"reason":null},\
            {"program":"page:home","phase":"alive","pid":12,"restarts":2,"reason":"it has not answered for 5 s","problem":"tabs is new","responsive":false},\
            {"program":"page:search","phase":"starting","pid":13,"restarts":0,"reason":null},\
            {"program":"bridge","phase":"restarting","pid":null,"restarts":4,"reason":"it exited with code 1"}]
            """,
        ])
        try tabctl.startServer(saying: [Tabctl.hello, state])
        let result = try tabctl.onTerminal("status")
        #expect(
            result.output == """
                * home    not answering, pid 12, restarted 2×: it has not answered for 5 s; it reports: tabs is new; badge 3; at day/today
                  search  alive, pid 13; shows a document of 5 bytes
                  create  menu note, photo
                  lamp    action toggle; badge •
                  idle    action none

                panel          alive, pid 11
                bridge         restarting, restarted 4×: it exited with code 1
                look           stress-monitor
                appearance     dark
                sheet          search
                menu           create
                bar            minimized
                configuration  has errors, so the default is in force
                               config.toml:1: a: one
                               config.toml:2: b: two
                daemon         \(tabshellVersion), protocol 1.1, pid 1

                """)
    }
}

/// Texts of peers and files that a terminal would obey.
@Suite struct HostileTextTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
    }

    /// An escape sequence that sets the title, C1's CSI, an override, line ends and separators; as JSON has them.
    private static let hostile = #"\u001b]0;x\u0007\u009b31m\u202eabc\u2066\r\n\u2028\u007f"#

    /// The scalars that a terminal obeys, except line feeds.
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

    @Test("No control reaches a terminal from the state, replies and refusals")
    func replies() throws {
        let text = Self.hostile
        let state = try Tabctl.state(with: [
            "tabs": "[\(Tabctl.tab("home"))]", "badges": #"{"home":{"text":"\#(text)"}}"#,
            "paths": #"{"home":["\#(text)"]}"#,
            "programs": #"[{"program":"panel","phase":"failed","pid":null,"restarts":0,"reason":"\#(text)"}]"#,
        ])
        for (command, reply) in [
            ("status", String(state.dropFirst(#"{"id":1,"#.count).dropLast())),
            ("select home", #""ok":{"tab":"\#(text)","revision":1}"#),
            ("looks", #""ok":{"looks":["\#(text)"],"look":"\#(text)"}"#),
            ("tabs", #""ok":{"selection":"a","tabs":[{"id":"a","title":"\#(text)","role":"page"}]}"#),
            ("accessibility", #""ok":{"tree":{"role":"window","label":"\#(text)"}}"#),
            ("select home", #""error":{"code":"unknown_tab","message":"\#(text)"}"#),
        ] {
            let server = try tabctl.startServer(saying: [Tabctl.hello, "{\"id\":1,\(reply)}"])
            try expectClean(command, lines: command == "status" ? nil : 1)
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
