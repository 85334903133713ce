import CTestSupport
import EventLoop
import Glibc
import Posix
import TestSupport

/// A speech server in the test's event loop. It follows SSIP and records violations.
final class SpeechServer {
    /// A spoken text and its priority.
    struct Said: Equatable {
        var priority: String
        var text: String

        init(_ priority: String, _ text: String) {
            self.priority = priority
            self.text = text
        }
    }

    /// The commands, without the texts.
    private(set) var commands: [String] = []
    /// The received lines of texts, without the dots that end them.
    private(set) var lines: [String] = []
    private(set) var said: [Said] = []
    /// The number of connections so far.
    private(set) var arrivals = 0
    /// Lines that were received before the reply to the previous one.
    private(set) var violations: [String] = []
    /// Replaces the default reply to a command; nil keeps it.
    var answer: (String) -> String? = { _ in nil }
    /// Holds replies back until it is set to false.
    var isSlow = false {
        didSet { if !isSlow { sendHeld() } }
    }
    /// True if a reply is held back.
    var holdsReply: Bool { held != nil }
    /// Tells that the newest text was spoken to its end, if the client has asked for that.
    func endText() {
        if tellsEnds { send("702-\(number)\r\n702-1\r\n702 END\r\n") }
    }
    /// True if a client is connected.
    var hasClient: Bool { client != nil }

    private let loop: EventLoop
    private let listener: FileDescriptor
    private var listenerWatch: FileDescriptorSource?
    private var client: FileDescriptor?
    private var clientWatch: FileDescriptorSource?
    private var partial: [UInt8] = []
    private var priority = "message"
    private var text: [String]?
    private var tellsEnds = false
    private var number = 0
    private var held: String?

    init(_ path: String, on loop: EventLoop) throws {
        self.loop = loop
        let number = cts_listen(path)
        guard number >= 0 else { throw TestSupport.SystemError("listening at \(path)", errno: -number) }
        listener = FileDescriptor(owning: number)
        listenerWatch = try loop.watch(number, for: .read) { [unowned self] _ in accept() }
    }

    /// Closes the connection.
    func hangUp() {
        clientWatch?.cancel()
        clientWatch = nil
        client = nil
        held = nil
    }

    /// Sends any bytes.
    func send(_ bytes: String) {
        _ = try? client?.send(Array(bytes.utf8).span)
    }

    private func accept() {
        let number = cts_accept(listener.rawValue)
        guard number >= 0 else { return }
        hangUp()
        arrivals += 1
        partial = []
        priority = "message"
        text = nil
        client = FileDescriptor(owning: number)
        clientWatch = try? loop.watch(number, for: .read) { [unowned self] _ in receive() }
    }

    private func receive() {
        guard let bytes = try? client?.read(upTo: 4096), !bytes.isEmpty else { return hangUp() }
        for byte in bytes {
            partial.append(byte)
            guard partial.suffix(2) == [0x0D, 0x0A] else { continue }
            let line = String(decoding: partial.dropLast(2), as: UTF8.self)
            partial = []
            if held != nil { violations.append(line) }
            take(line)
        }
    }

    private func take(_ line: String) {
        if text != nil {
            guard line == "." else {
                lines.append(line)
                text?.append(line.hasPrefix(".") ? String(line.dropFirst()) : line)
                return
            }
            if let text, !text.isEmpty { said.append(Said(priority, text.joined(separator: "\n"))) }
            text = nil
            number += 1
            return reply(answer(".") ?? "225-\(number)\r\n225 OK MESSAGE QUEUED\r\n")
        }
        commands.append(line)
        if let answer = answer(line) {
            if line == "SPEAK", !answer.hasPrefix("4") { text = [] }
            return reply(answer)
        }
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "SET" where words.count == 4 && words[2] == "PRIORITY":
            priority = words[3]
            reply("202 OK PRIORITY SET\r\n")
        case "CANCEL": reply("210 OK CANCELED\r\n")
        case "SET" where words.count == 5 && words[2] == "NOTIFICATION":
            tellsEnds = words[4] == "on"
            reply("220 OK NOTIFICATION SET\r\n")
        case "SET": reply("208 OK CLIENT NAME SET\r\n")
        case "SPEAK":
            text = []
            reply("230 OK RECEIVING DATA\r\n")
        default: reply("500 ERR INVALID COMMAND\r\n")
        }
    }

    private func reply(_ bytes: String) {
        held = bytes
        if !isSlow { sendHeld() }
    }

    private func sendHeld() {
        guard let held else { return }
        self.held = nil
        send(held)
    }
}
