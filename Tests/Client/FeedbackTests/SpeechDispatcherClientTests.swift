import EventLoop
import Feedback
import Glibc
import LoopTestSupport
import ShellModel
import TestSupport
import Testing

/// The speech client, with a server in the same loop.
@Suite final class SpeechDispatcherClientTests {
    private typealias Said = SpeechServer.Said

    private let directory: TemporaryDirectory
    private let path: String
    private let loop: EventLoop
    private let server: SpeechServer
    private let speaker: SpeechDispatcherClient
    private let clock = Clock()

    private final class Clock {
        var now: UInt64 = 1_000_000_000
    }

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("s")
        loop = try EventLoop()
        server = try SpeechServer(path, on: loop)
        speaker = SpeechDispatcherClient(
            address: path, loop: loop, hintDelay: 20_000_000, clock: { [clock] in clock.now })
        speaker.setEnabled(true)
    }

    /// Runs until both sides are idle: until a sentence queued last is spoken.
    private func runToEnd() throws {
        speaker.say("the end", .news("end"))
        try loop.turn { server.said.last == Said("notification", "the end") && !server.holdsReply }
    }

    @Test func clientIntroducesItselfAndSpeaks() throws {
        #expect(server.arrivals == 0)
        speaker.say("Home, selected.")
        try loop.turn { server.said.count == 1 }
        speaker.say("Flash. 1 notification.", .news("flash"))
        try loop.turn { server.said.count == 2 }
        speaker.say("Growth. 2 notifications.", .news("growth"))
        try loop.turn { server.said.count == 3 }
        #expect(
            server.said == [
                Said("text", "Home, selected."), Said("notification", "Flash. 1 notification."),
                Said("notification", "Growth. 2 notifications."),
            ])
        // A priority that holds is not set again.
        #expect(
            server.commands == [
                "SET SELF CLIENT_NAME user:tabshell:main", "SET SELF PRIORITY text", "SPEAK",
                "SET SELF PRIORITY notification", "SPEAK", "SPEAK",
            ])
        #expect(server.arrivals == 1)
        #expect(server.violations.isEmpty)
    }

    @Test func textIsOneLineOfBoundedLength() throws {
        speaker.say(" \n\u{00}")
        speaker.say("", .news("a"))
        #expect(!speaker.isConnected)
        let long = String(repeating: "語", count: 1_000_000)
        for text in [
            ".", "..net", "a.b.", "one\r\n.\r\nSET SELF RATE 100\r\n", "\u{1B}[1mbell\u{07}\u{85}\u{2028}x", long,
        ] {
            let count = server.said.count
            speaker.say(text)
            try loop.turn { server.said.count == count + 1 }
        }
        let rest = ["a.b.", "one . SET SELF RATE 100", "[1mbell x", String(repeating: "語", count: 1000)]
        #expect(server.lines == ["..", "...net"] + rest && server.said.map(\.text) == [".", "..net"] + rest)
        #expect(server.commands.filter { $0 == "SPEAK" }.count == 6)
    }

    @Test func serverOfAnotherUserHearsNothing() throws {
        let other = SpeechDispatcherClient(address: path, user: geteuid() + 1, loop: loop) { [clock] in clock.now }
        other.setEnabled(true)
        other.say("a secret")
        #expect(!other.isConnected)
        try runToEnd()
        #expect(server.lines == ["the end"])
    }

    /// A connection costs no more than the lines of some replies.
    @Test func floodOfLinesEndsTheConnection() throws {
        speaker.say("one")
        try loop.turn { server.said.count == 1 }
        var sent = 0
        try loop.turn {
            server.send(String(repeating: "700-1\r\n", count: 16))
            sent += 16
            return !speaker.isConnected
        }
        #expect(sent < 2048)
        clock.now += 10_000_000_000
        try runToEnd()
    }

    @Test func newerTextReplacesQueuedOne() throws {
        server.isSlow = true
        speaker.say("A. 1", .news("a"))
        speaker.say("B. 1", .news("b"))
        speaker.say("C. 1", .news("c"))
        speaker.say("one")
        speaker.say("two")
        speaker.say("A. 2", .news("a"))
        speaker.say("C", .news("c"))
        speaker.say("", .news("c"))
        // As late as the server's permission to send a text, a newer one takes its place.
        try loop.turn { server.holdsReply }
        server.isSlow = false
        server.isSlow = true
        try loop.turn { server.commands.last == "SET SELF PRIORITY text" && server.holdsReply }
        server.isSlow = false
        server.isSlow = true
        try loop.turn { server.commands.last == "SPEAK" && server.holdsReply }
        speaker.say("three")
        server.isSlow = false
        try runToEnd()
        #expect(
            server.said == [
                Said("text", "three"), Said("notification", "A. 2"), Said("notification", "B. 1"),
                Said("notification", "the end"),
            ])
        #expect(server.violations.isEmpty)
    }

    @Test func textWithdrawnBeforeSendingIsNotSpoken() throws {
        speaker.say("one")
        try loop.turn { server.said.count == 1 && server.commands.count == 3 }
        speaker.say("A", .news("a"))
        server.answer = { [unowned server] in
            if $0 == "SPEAK" { server.isSlow = true }
            return nil
        }
        try loop.turn { server.holdsReply }
        speaker.say("", .news("a"))
        server.answer = { $0 == "." ? "227 OK MESSAGE CANCELED\r\n" : nil }
        server.isSlow = false
        try runToEnd()
        #expect(server.said == [Said("text", "one"), Said("notification", "the end")])
        #expect(server.lines == ["one", "the end"])
    }

    @Test func hintFollowsTheEndOfItsText() throws {
        var (hint, calls) = ("Double tap", 0)
        speaker.say("Flash") {
            calls += 1
            return hint
        }
        try loop.turn { server.said.count == 1 && !server.holdsReply }
        #expect(server.commands.contains("SET SELF NOTIFICATION END on") && calls == 0)
        server.endText()
        try loop.turn { server.said.count == 2 }
        #expect(server.said == [Said("text", "Flash"), Said("text", "Double tap")] && calls == 1)
        // An outdated one is not spoken.
        hint = ""
        speaker.say("Growth") {
            calls += 1
            return hint
        }
        try loop.turn { server.said.count == 3 && !server.holdsReply }
        server.endText()
        try loop.turn { calls == 2 }
        try runToEnd()
        #expect(server.said.suffix(2) == [Said("text", "Growth"), Said("notification", "the end")])
        #expect(server.violations.isEmpty)
    }

    @Test(arguments: ["say", "report", "notify", "off"]) func anythingNewerReplacesAHint(_ what: String) throws {
        speaker.say("one") { "wrong" }
        try loop.turn { server.said.count == 1 && !server.holdsReply }
        server.endText()
        // The end has been read when the reply to something later has been.
        switch what {
        case "say": speaker.say("two")
        case "report": speaker.say("two", .problem("x"))
        case "notify": speaker.say("two", .news("x"))
        default:
            speaker.setEnabled(false)
            speaker.setEnabled(true)
            speaker.say("two")
        }
        try loop.turn { server.said.count == 2 }
        // A wrongly kept hint would have been spoken by now.
        var isLater = false
        let later = loop.timer { isLater = true }
        later.arm(after: 60_000_000)
        try loop.turn { isLater }
        try runToEnd()
        #expect(server.said.map(\.text) == ["one", "two", "the end"])
    }

    @Test func messageIsSpokenInAnyCaseAndCancelledByTheUser() throws {
        server.isSlow = true
        speaker.say("one")
        speaker.say("failed", .problem("page"))
        speaker.say("failed again", .problem("page"))
        speaker.say("errors", .problem("configuration"))
        speaker.say("", .problem("configuration"))
        server.isSlow = false
        try loop.turn { server.said.count == 2 }
        #expect(server.said == [Said("message", "failed again"), Said("text", "one")])
        speaker.say("two")
        try runToEnd()
        #expect(server.said.map(\.text) == ["failed again", "one", "two", "the end"])
        // Only texts that may still be spoken are cancelled.
        #expect(server.commands.count { $0 == "CANCEL SELF" } == 1)
    }

    @Test func settingsAreSentBeforeTheFirstText() throws {
        var style = Look().speech
        (style.language, style.rate, style.volume, style.voice) = ("pt-BR", 250, -10, "anna\r\nQUIT")
        speaker.set(style)
        speaker.say("um")
        try loop.turn { server.said.count == 1 }
        #expect(
            server.commands == [
                "SET SELF CLIENT_NAME user:tabshell:main", "SET SELF LANGUAGE pt-BR", "SET SELF RATE 100",
                "SET SELF VOLUME -10", "SET SELF SYNTHESIS_VOICE anna QUIT", "SET SELF PRIORITY text", "SPEAK",
            ])
        // Other settings need a new connection, as none can be undone.
        speaker.set(Look().speech)
        speaker.say("two")
        try loop.turn { server.said.count == 2 }
        #expect(server.commands.count == 10 && server.arrivals == 2)
    }

    @Test func slowServerGetsOneCommandAtATime() throws {
        server.isSlow = true
        for number in 0..<10_000 {
            speaker.say("text \(number)")
            speaker.say("news \(number)", .news("tab \(number)"))
        }
        try loop.turn { server.holdsReply }
        #expect(server.commands == ["SET SELF CLIENT_NAME user:tabshell:main"])
        server.isSlow = false
        try loop.turn { server.said.count == 17 }
        try runToEnd()
        #expect(server.said.first == Said("text", "text 9999"))
        #expect(server.said.dropFirst().map(\.text) == (9984..<10_000).map { "news \($0)" } + ["the end"])
        #expect(server.violations.isEmpty)
    }

    @Test func repliesAreParsedAcrossReadBoundaries() throws {
        // Events, and an unexpected reply.
        server.answer = { command in
            switch command {
            case "SPEAK": nil
            case ".":
                "701-21\r\n701-1\r\n701 BEGIN\r\n225-21\r\n225 OK MESSAGE QUEUED\r\n702-21\r\n702 END\r\n210 OK STOPPED\r\n"
            default: nil
            }
        }
        speaker.say("one")
        try loop.turn { server.said.count == 1 }
        speaker.say("two")
        try loop.turn { server.said.count == 2 }
        // An event does not permit sending a text.
        server.answer = { $0 == "SPEAK" ? "402-1\r\n702-21\r\n702 END\r\n402 ERR\r\n" : nil }
        speaker.say("refused")
        try loop.turn { server.commands.filter { $0 == "SPEAK" }.count == 3 }
        try loop.runOnce()
        // Cut anywhere.
        server.answer = { $0 == "SPEAK" ? "" : nil }
        speaker.say("three")
        try loop.turn { server.commands.filter { $0 == "SPEAK" }.count == 4 }
        server.answer = { _ in nil }
        for piece in ["23", "0-", "x\r", "\n230", " O", "K\r"] {
            server.send(piece)
            try loop.runOnce()
        }
        #expect(server.lines == ["one", "two"])
        server.send("\n")
        try loop.turn { server.said.last == Said("text", "three") }
        #expect(server.violations.isEmpty)
    }

    @Test func refusedTextIsDropped() throws {
        server.answer = { command in
            switch command {
            case "SET SELF CLIENT_NAME user:tabshell:main": "513 ERR\r\n"
            case "SET SELF PRIORITY text": "301-ERR\r\n301 ERR COULDNT SET PRIORITY\r\n"
            default: nil
            }
        }
        speaker.say("one")
        speaker.say("A", .news("a"))
        try loop.turn { server.said.count == 1 }
        server.answer = { $0 == "SPEAK" ? "400 ERR\r\n" : nil }
        speaker.say("two")
        speaker.say("B", .news("b"))
        let speaks = server.commands.count
        try loop.turn { server.commands.dropFirst(speaks).filter { $0 == "SPEAK" }.count == 2 }
        server.answer = { $0 == "." ? "300 ERR INTERNAL\r\n" : nil }
        speaker.say("three")
        try loop.turn { server.said.last?.text == "three" }
        server.answer = { _ in nil }
        speaker.say("four")
        try loop.turn { server.said.last?.text == "four" }
        #expect(
            server.said == [
                Said("notification", "A"), Said("text", "three"), Said("text", "four"),
            ])
        #expect(server.arrivals == 1)
    }

    @Test(arguments: ["SET SELF CLIENT_NAME user:tabshell:main", "SET SELF PRIORITY text", "SPEAK", "."])
    func aServerMayVanishAtAnyCommand(_ command: String) throws {
        server.answer = { [unowned server] in
            if $0 == command { server.hangUp() }
            return $0 == command ? "" : nil
        }
        speaker.say("one")
        speaker.say("A", .news("a"))
        try loop.turn { !speaker.isConnected }
        // Not at once again, and waiting texts are not spoken later.
        server.answer = { _ in nil }
        speaker.say("two")
        clock.now += 4_999_999_999
        speaker.say("three")
        #expect(!speaker.isConnected)
        clock.now += 1
        speaker.say("four")
        try runToEnd()
        let before = command == "." ? [Said("text", "one")] : []
        #expect(server.said == before + [Said("text", "four"), Said("notification", "the end")])
        #expect(server.arrivals == 2)
    }

    @Test func connectionLostWhileIdleIsReestablished() throws {
        speaker.say("one")
        try loop.turn { server.said.count == 1 }
        clock.now += 60_000_000_000
        server.hangUp()
        try loop.turn { !speaker.isConnected }
        speaker.say("two")
        // The server has forgotten the name and the priority.
        try loop.turn { server.said.count == 2 }
        #expect(server.said == [Said("text", "one"), Said("text", "two")])
        #expect(server.commands.count == 6)
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\n", "20\r\n", "999 x\r\n", "208+x\r\n", String(repeating: "2", count: 5000),
    ])
    func whoDoesNotSpeakTheProtocolIsLeft(_ answer: String) throws {
        server.answer = { _ in answer }
        speaker.say("one")
        try loop.turn { server.arrivals == 1 && !speaker.isConnected }
        #expect(server.commands == ["SET SELF CLIENT_NAME user:tabshell:main"])
    }

    @Test func missingServerIsIgnored() throws {
        let path = directory.appending("later")
        let speaker = SpeechDispatcherClient(
            address: path, loop: loop, clock: { [clock] in clock.now })
        speaker.setEnabled(true)
        for round in 0..<3 {
            speaker.say("text \(round)")
            speaker.say("news \(round)", .news("a"))
            clock.now += 5_000_000_000
        }
        #expect(!speaker.isConnected)
        // The server is found with the next text, and no earlier.
        let server = try SpeechServer(path, on: loop)
        let round = loop.timer {}
        round.arm(after: 1_000_000)
        try loop.runOnce()
        #expect(server.arrivals == 0)
        speaker.say("hello")
        try loop.turn { !server.said.isEmpty }
        #expect(server.said == [Said("text", "hello")])
    }

    @Test(arguments: [nil, "/nonexistent/x", "/proc/self/exe", "/" + String(repeating: "x", count: 200)])
    func anAddressThatIsNoneIsNoMatter(_ path: String?) throws {
        let speaker = SpeechDispatcherClient(address: path, loop: loop, clock: { 1 })
        speaker.setEnabled(true)
        speaker.say("hello")
        #expect(!speaker.isConnected)
    }

    @Test func disablingClosesConnectionAndClearsQueue() throws {
        server.isSlow = true
        speaker.say("one")
        try loop.turn { server.holdsReply }
        speaker.setEnabled(false)
        #expect(!speaker.isConnected)
        speaker.say("two")
        speaker.say("A", .news("a"))
        server.isSlow = false
        // Enabling it again connects without a delay.
        speaker.setEnabled(true)
        #expect(!speaker.isConnected)
        speaker.say("three")
        try runToEnd()
        #expect(server.said == [Said("text", "three"), Said("notification", "the end")])
        #expect(server.arrivals == 2)
    }

    /// Measured as rounds of the loop.
    @Test func idleClientCausesNoWakeUps() throws {
        speaker.say("one")
        try runToEnd()
        let end = loop.timer { [loop] in loop.stop() }
        // The last receipt may still be under way.
        end.arm(after: 1_000_000)
        try loop.run()
        var rounds = 0
        let hook = loop.addPrepareHook { rounds += 1 }
        end.arm(after: 100_000_000)
        try withExtendedLifetime(hook) { try loop.run() }
        #expect(rounds == 1)
        #expect(speaker.isConnected)
    }

    @Test func releasedClientLeavesNoSource() throws {
        var other: SpeechDispatcherClient? = SpeechDispatcherClient(address: path, loop: loop)
        other?.setEnabled(true)
        other?.say("one")
        try loop.turn { server.said.count == 1 }
        weak let gone = other
        other = nil
        #expect(gone == nil)
        try loop.turn { !server.hasClient }
    }

    @Test func addressIsReadFromEnvironment() {
        func address(_ environment: [String: String]) -> String? {
            SpeechDispatcherClient.address { environment[$0] }
        }
        let runtime = ["XDG_RUNTIME_DIR": "/run/user/7"]
        let usual = "/run/user/7/speech-dispatcher/speechd.sock"
        #expect(address(runtime) == usual)
        #expect(address([:]) == nil)
        #expect(address(["XDG_RUNTIME_DIR": ""]) == nil)
        for (chosen, path) in [
            ("", usual), ("unix_socket", usual), ("unix_socket:", usual), ("unix_socket:/a b/c", "/a b/c"),
        ] {
            #expect(address(runtime.merging(["SPEECHD_ADDRESS": chosen]) { $1 }) == path)
        }
        for chosen in ["inet_socket:127.0.0.1:6560", "unix_socket:relative", "nonsense"] {
            #expect(address(runtime.merging(["SPEECHD_ADDRESS": chosen]) { $1 }) == nil)
        }
    }
}
