// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import Glibc

/// A voice: it hands what is to be said to speech-dispatcher, where there is one. It connects when there is something to
/// say, never waits, and wakes nobody while there is nothing to say.
public final class SpeechDispatcherClient {
    /// How long after an attempt to connect the next one may follow, ns.
    private static let timeout: UInt64 = 5_000_000_000

    /// Whether anything is said.
    public private(set) var isEnabled = false

    private let address: SpeechAddress?
    private let loop: EventLoop
    private let clock: () -> UInt64
    private var attempts = RateLimit(interval: SpeechDispatcherClient.timeout)
    private var socket: FileDescriptor?
    private var watch: FileDescriptorSource?
    private var reader = SpeechReplyReader()
    private var dialogue = SSIPSession()
    /// What the server has not taken yet: a command, or a text, at most.
    private var unsent: ArraySlice<UInt8> = []

    /// - Parameters:
    ///   - address: of the server; without one nothing is ever said.
    ///   - clock: ns.
    public init(address: SpeechAddress?, loop: EventLoop, clock: @escaping () -> UInt64 = { MonotonicClock.now }) {
        self.address = address
        self.loop = loop
        self.clock = clock
    }

    deinit {
        watch?.cancel()
    }

    /// Whether there is a connection, which there is from the first thing said on.
    public var isConnected: Bool { socket != nil }

    /// Lets things be said or not. It begins silent; with `false` the connection is closed and what waits is forgotten.
    public func setEnabled(_ isEnabled: Bool) {
        guard isEnabled != self.isEnabled else { return }
        self.isEnabled = isEnabled
        if !isEnabled {
            close()
            attempts.reset()
        }
    }

    /// Says what the user did, in place of what was said before and of what still waits.
    public func say(_ text: String) {
        guard isEnabled else { return }
        dialogue.queue.say(SpokenText.line(text))
        proceed()
    }

    /// Says something about a tab when nothing else is being said, in place of what still waits about it. An empty text
    /// only withdraws that.
    public func notify(_ text: String, about tab: String) {
        guard isEnabled else { return }
        dialogue.queue.notify(SpokenText.line(text), about: tab)
        proceed()
    }

    private func proceed() {
        guard dialogue.queue.next != nil else { return }
        if socket == nil { connect() }
        guard socket != nil else {
            // By the time that there is somebody to say it, nobody would know what it is about.
            return close()
        }
        unsent += dialogue.next()
        flush()
    }

    private func connect() {
        guard let address, attempts.admits(clock()) else { return }
        let number = clinux_connect(address.path)
        guard number >= 0 else { return }
        let socket = FileDescriptor(owning: number)
        guard let watch = try? loop.watch(number, for: .read, handler: { [weak self] in self?.handle($0) }) else {
            return
        }
        self.socket = socket
        self.watch = watch
        unsent = SSIPSession.introduction[...]
    }

    /// Ends the connection and forgets all that belongs to it.
    private func close() {
        watch?.cancel()
        watch = nil
        socket = nil
        reader = SpeechReplyReader()
        dialogue = SSIPSession()
        unsent = []
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        guard let socket, !readiness.isDisjoint(with: [.read, .hangup]) else { return }
        let replies: [SpeechReply]? = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = recv(socket.number, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return reader.append(buffer.prefix(count)) }
            return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
        }
        guard let replies else { return close() }
        // A second reply of one read answers nothing that was asked by then.
        for reply in replies { unsent += dialogue.take(reply) }
        unsent += dialogue.next()
        flush()
    }

    private func flush() {
        guard let socket else { return }
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count >= 0 {
                unsent = unsent.dropFirst(count)
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return close()
            }
        }
        // An empty slice would keep what it has held.
        if unsent.isEmpty { unsent = [] }
        do throws(SystemError) {
            try watch?.wait(for: unsent.isEmpty ? .read : [.read, .write])
        } catch {
            close()
        }
    }
}
