// SPDX-License-Identifier: MIT

import EventLoop
import Foundation
import ShellModel
import SocketClient
import SocketServer
import TabshellIPC
import TestSupport
import Testing

/// The lines of daemons of other versions: recorded ones of 1.0, and those of an imagined 1.9.
@Suite struct OtherVersionTests {
    /// The daemon's side of a conversation with the panel, line by line.
    private static func transcript(_ name: String) throws -> [String] {
        let file = Repository.file("Tests/IPC/Transcripts/\(name).jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// A client after all lines of a server, which arrive in pieces of any size.
    private func client(after lines: [String], pieces: Int) throws -> (
        client: DaemonClient, updates: Int, problem: String?
    ) {
        let directory = try TemporaryDirectory()
        let path = directory.appending("s")
        // The server is this process, not the unprivileged user.
        chown(directory.path, geteuid(), getegid())
        let loop = try EventLoop()
        let listener = try Listener(at: SocketPath(path))
        var connection: Connection?
        let watch = try listener.accept(on: loop, hasCapacity: { true }, accepted: { connection = $0 })
        let client = DaemonClient(path: path, program: .panel, topics: Topic.allCases, loop: loop)
        var (updates, reconnects) = (0, 0)
        var problem: String?
        client.onUpdate = { _, _ in updates += 1 }
        client.onConnectionChange = { [unowned client] in if !client.isConnected { reconnects += 1 } }
        client.onProblem = { problem = problem ?? $0 }
        client.connect()
        let alarm = loop.timer {}
        var rest = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
        let deadline = Deadline()
        while !rest.isEmpty || connection?.isIdle == false || connection == nil {
            if deadline.hasPassed { throw WaitTimeout(what: "the client", seconds: Deadline.usual) }
            alarm.arm(after: 10_000_000)
            try loop.runOnce()
            guard let connection, connection.isIdle, !rest.isEmpty else { continue }
            connection.send(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
            connection.flush()
        }
        // What was sent last has arrived when the daemon has gone.
        connection?.close()
        connection = nil
        while reconnects == 0 {
            if deadline.hasPassed { throw WaitTimeout(what: "the client", seconds: Deadline.usual) }
            alarm.arm(after: 10_000_000)
            try loop.runOnce()
        }
        watch.cancel()
        #expect(reconnects == 1)
        return (client, updates, problem)
    }

    @Test(arguments: [6000, 1000, 61]) func clientFollowsDaemonOfProtocol1_0(pieces: Int) throws {
        let (client, updates, problem) = try client(after: Self.transcript("daemon-1.0"), pieces: pieces)
        // The second subscription of the recording, with an unknown topic, is none of the client's.
        #expect(problem == nil)
        #expect(client.state.look?.name == "swift-kit")
        #expect(client.state.selection?.tab == "home")
        #expect(client.state.revision == 10)
        #expect(client.state.status(of: .panel)?.problem == nil)
        // One for the snapshot, and one for each event.
        #expect(updates == 9)
    }

    @Test(arguments: [6000, 1000, 61]) func clientFollowsDaemonOfLaterVersion(pieces: Int) throws {
        let (client, updates, problem) = try client(after: Self.transcript("daemon-1.9"), pieces: pieces)
        let state = client.state
        #expect(
            problem?.hasPrefix(#"tabs.1.role is "page" or "search" or "compose" or "action", not "widget""#) == true)
        #expect(problem?.contains(#"begins with {"event":"tabs","revision":2"#) == true)

        // What is unknown, absent or of another type is the default; what has no identifier is left out.
        #expect(state.tabs.map(\.id) == ["home", "flash", "growth"])
        #expect(state.tabs[1].role == .page && state.tabs[1].entrance == .crossFade)
        #expect(state.tabs[2].title == "" && state.tabs[2].accessibilityHint == "" && !state.tabs[2].isProminent)
        #expect(state.actions == [Action(id: "new-note", title: "", icon: "note")])
        let look = try #require(state.look)
        let usual = Look()
        #expect(look.name == "stress-monitor" && look.icon.size == 26)
        #expect(look.bar.height == usual.bar.height && look.press == usual.press && look.textScale == usual.textScale)
        #expect(look.indicator.shape == usual.indicator.shape && look.light[.accent] == usual.light[.accent])
        #expect(look.motion[.select] == usual.motion[.select])
        #expect(state.appearance.value == .light)
        #expect(state.selection?.pageTransition == .immediate)
        #expect(state.badges == ["home": .count(2)])
        #expect(state.paths == ["growth": ["day"]])
        #expect(state.windows == ["home": WindowState(title: "t", isUrgent: false)])
        #expect(state.menu == .none && state.bar == .expanded)
        #expect(state.programs.map(\.phase) == [.alive, .unknown, .absent])

        // The change of two topics came as one.
        #expect(updates == 2)
        #expect(state.selection?.tab == "flash" && state.revision == 4)
    }

    @Test func strictReaderRefusesWhatClientPassesOver() throws {
        let refused = try Self.transcript("daemon-1.9").filter { (try? ServerMessage(line: Array($0.utf8))) == nil }
        #expect(refused.count > 8)
        for line in refused where !["[1,2]", "what?"].contains(line) && !line.contains(#""menu""#) {
            _ = try ServerMessage(line: Array(line.utf8), problems: DecodingProblems())
        }
    }
}
