import CTestSupport
import Foundation

/// A speech server on its own thread. It records the texts and, if requested, reports the end of
/// each at once.
public final class SpeechRecorder: @unchecked Sendable {
    /// A text, after its priority and a colon.
    public var spoken: [String] { lock.withLock { texts } }
    /// The commands, without the texts.
    public var commands: [String] { lock.withLock { received } }

    private let listener: Int32
    private let lock = NSLock()
    private var texts: [String] = []
    private var received: [String] = []
    private var client: SocketClient?
    private var isClosed = false

    /// - Parameter path: the path of the socket, which any user may connect to.
    public init(at path: String) throws {
        listener = cts_listen(path)
        guard listener >= 0 else { throw SystemError("listening at \(path)", errno: -listener) }
        chmod(path, 0o777)
        // The programs under test speak to a server of their own user only.
        if let user = Privilege.user {
            let failure = cts_listen_as(listener, user)
            guard failure == 0 else { throw SystemError("listening as \(user) at \(path)", errno: -failure) }
        }
        Thread { [weak self, listener] in
            while true {
                var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                guard Glibc.poll(&poll, 1, 100) >= 0, let self, !lock.withLock({ isClosed }) else { return }
                let client = cts_accept(listener)
                if client >= 0 { serve(SocketClient(descriptor: client, seconds: 3600)) }
            }
        }.start()
    }

    /// Ends the server.
    public func close() {
        lock.withLock {
            isClosed = true
            if let client { shutdown(client.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    deinit { Glibc.close(listener) }

    private func serve(_ client: SocketClient) {
        lock.withLock { self.client = client }
        defer { lock.withLock { self.client = nil } }
        var (priority, tellsEnds, number) = ("text", false, 0)
        func nextLine() -> String? { (try? client.readLine())?.replacing("\r", with: "") }
        func reply(_ text: String) { try? client.send(line: text + "\r") }
        while let line = nextLine() {
            lock.withLock { received.append(line) }
            let words = line.split(separator: " ").map(String.init)
            if line == "SPEAK" {
                reply("230 OK RECEIVING DATA")
                var text: [String] = []
                while let line = nextLine(), line != "." { text.append(line) }
                number += 1
                lock.withLock { texts.append("\(priority): \(text.joined(separator: "\n"))") }
                reply("225-\(number)\r\n225 OK MESSAGE QUEUED")
                if tellsEnds { reply("702-\(number)\r\n702-1\r\n702 END") }
            } else if words.count == 4, words[2] == "PRIORITY" {
                priority = words[3]
                reply("202 OK PRIORITY SET")
            } else {
                if words.starts(with: ["SET", "SELF", "NOTIFICATION", "END"]) { tellsEnds = words.last == "on" }
                reply("208 OK")
            }
        }
    }
}
