import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Invalid input of a client: it gets an error reply, and other clients are not affected.
@Suite struct BadInputTests {
    private let daemon: TestDaemon
    private let client: SocketClient

    init() throws {
        daemon = try TestDaemon()
        client = try daemon.client()
    }

    @Test func textsAndTimesOutOfBoundsAreRefused() throws {
        let long = String(repeating: "x", count: ShownDocument.maximumBytes + 1)
        for arguments in [
            #""message","text":"""#, #""message","text":"a\nb""#, #""message""#, #""message","text":"a","duration":0"#,
            #""select","tab":"flash","duration":1e30"#, #""show","tab":"flash","text":"\#(long)""#,
            #""announce","text":"\#(long.prefix(Limits.maximumAnnouncementBytes + 1))""#,
        ] {
            #expect(
                try client.refusal(of: #"{"verb":\#(arguments)}"#)?.code == "invalid_argument",
                "\(arguments.prefix(99))")
        }
    }

    /// A comparison of strings as Swift makes it takes seconds for such texts.
    @Test func unorderedCombiningMarksCostNoMoreThanLetters() throws {
        let facts = ProcessFacts(pid: daemon.process.pid)
        func cost(of text: String) throws -> UInt64 {
            let before = try facts.cpu
            for line in [
                #"{"verb":"select","tab":"M"}"#, #"{"verb":"open","tab":"home","route":"M"}"#, #"{"verb":"M"}"#,
                #"{"verb":"register","program":"page:M"}"#, #"{"verb":"subscribe","topics":["M"]}"#,
                #"{"verb":"look","look":"M"}"#, #"{"verb":"action","action":"M"}"#,
                #"{"verb":"scroll","tab":"home","direction":"M"}"#, #"{"verb":"appearance","appearance":"M"}"#,
                #"{"verb":"preferences","contrast":"M"}"#,
                #"{"M":1,"verb":"select"}"#, #"{"M":1,"N":2,"verb":"select","tab":"nowhere"}"#,
                #"{"verb":"badge","tab":"home","badge":{"text":"M"}}"#,
                #"{"verb":"badge","tab":"home","badge":{"M":1}}"#,
            ] { #expect(try client.refusal(of: line.replacing("M", with: text)) != nil) }
            return try facts.cpu - before
        }
        let letters = try cost(of: String(repeating: "x", count: 60_000))
        let marks = try cost(of: String(repeating: "\u{301}\u{327}\u{315}\u{31B}", count: 7500))
        #expect(marks < 5 * letters + 100_000_000)
    }

    /// Takes the 5 s of the timeout of a partial line.
    @Test func incompleteLineTimesOutAndClosesConnection() throws {
        let other = try daemon.client()
        // A byte now and then gives no more time.
        try client.send(raw: Array(#"{"verb":"#.utf8))
        let begun = Monotonic.now
        try waitUntil("the daemon's answer", seconds: 30, interval: 200) {
            try other.request("ping")
            if Deadline(seconds: 0).poll(client.descriptor) { return true }
            try? client.send(raw: [0x20])
            return false
        }
        #expect(Monotonic.now - begun >= Limits.partialLineTimeout)
        guard case .reply(nil, .failure(let error)) = try client.message() else { throw SystemError("not a refusal") }
        #expect(error.code == "unfinished")
        #expect(try client.readLine() == nil)
        try other.request("ping")
    }

    /// Takes the 10 s of the write timeout, though new events arrive all the time.
    @Test func clientThatReadsNothingIsDisconnected() throws {
        let stuck = try daemon.client()
        let other = try daemon.client()
        try stuck.send(line: #"{"verb":"subscribe"}"#)
        for _ in 0..<3000 { try other.request("next") }
        try waitUntil("the stuck reader to be disconnected", seconds: 40, interval: 100) {
            try other.request("next")
            return stuck.isHungUp
        }
        let words = "read nothing for 10 s"
        try waitUntil("one line in the log") { daemon.process.errorOutput.contains(words) }
        #expect(daemon.process.errorOutput.components(separatedBy: words).count == 2)
    }
}
