public import EventLoop
public import Glibc
import Posix
public import ShellModel

/// A client of speech-dispatcher. It connects for the first text, never blocks, and causes no wake-ups
/// otherwise. Our own because libspeechd blocks, spawns threads and needs GLib.
public final class SpeechDispatcherClient {
    /// The minimum interval of attempts to connect, ns.
    private static let connectInterval: UInt64 = 5_000_000_000

    public private(set) var isEnabled = false

    private let address: String?
    private let user: uid_t
    private let loop: EventLoop
    private let clock: () -> UInt64
    private var attempts = RateLimit(interval: SpeechDispatcherClient.connectInterval)
    private var socket: FileDescriptor?
    private var source: FileDescriptorSource?
    private var reader = SpeechReplyReader()
    private var session = SSIPSession()
    private var settings: [String] = []
    /// Makes the hint that follows the newest text; nil without one.
    private var hint: (() -> String)?
    private var hintTimer: EventLoop.Timer?
    private let hintDelay: UInt64
    /// The unsent bytes: one command or one text.
    private var unsent: ArraySlice<UInt8> = []

    /// - Parameters:
    ///   - address: the path of the server's socket; nil speaks nothing.
    ///   - hintDelay: the pause between the end of a text and its hint, ns.
    public init(
        address: String? = SpeechDispatcherClient.address(environmentVariable),
        user: uid_t = geteuid(), loop: EventLoop,
        hintDelay: UInt64 = 1_000_000_000,
        clock: @escaping () -> UInt64 = { MonotonicClock.now }
    ) {
        self.address = address
        self.user = user
        self.loop = loop
        self.hintDelay = hintDelay
        self.clock = clock
        hintTimer = loop.timer { [weak self] in self?.sayHint() }
    }

    /// True with a connection, which the first spoken text makes.
    public var isConnected: Bool { socket != nil }

    /// Enables or disables speech, which is disabled at first. Disabling closes the connection and clears the queue.
    public func setEnabled(_ isEnabled: Bool) {
        guard isEnabled != self.isEnabled else { return }
        self.isEnabled = isEnabled
        if !isEnabled {
            // As much as the socket takes: the rest of a text would be spoken although speech is off.
            let cancellation = SSIPSession.cancellation
            if session.isIdle { _ = try? socket?.send(cancellation.span) }
            dropHint()
            close()
            attempts.reset()
        }
    }

    /// Returns the path of the server's socket: `SPEECHD_ADDRESS` (`unix_socket:PATH`), else the usual one in `XDG_RUNTIME_DIR`.
    ///
    /// - Returns: nil if neither names a Unix socket. A configured remote server (`inet_socket`) is not replaced by the
    ///   local one.
    public static func address(_ environment: (String) -> String?) -> String? {
        let method = "unix_socket:"
        let configured = environment("SPEECHD_ADDRESS") ?? ""
        if !["", "unix_socket", method].contains(configured) {
            return configured.hasPrefix(method + "/") ? String(configured.dropFirst(method.count)) : nil
        }
        guard let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") else { return nil }
        return "\(runtime)/speech-dispatcher/speechd.sock"
    }

    /// Applies the settings of the voice, with the next text.
    public func set(_ style: SpeechStyle) {
        guard style.commands != settings else { return }
        settings = style.commands
        // A setting cannot be taken back on a connection.
        close()
        attempts.reset()
    }

    /// Speaks a text.
    ///
    /// - Parameters:
    ///   - kind: the occasion, which determines the texts that this one replaces or waits for.
    ///   - hint: makes a text that follows after a pause, unless a newer text comes first; called at the end
    ///     of the pause, so that it can return an empty text for an outdated hint.
    public func say(_ text: String, _ kind: Announcement.Kind = .answer, hint: (() -> String)? = nil) {
        guard isEnabled else { return }
        if kind == .answer || !text.isEmpty {
            dropHint()
            self.hint = hint
        }
        if hint != nil { session.needsEnds = true }
        session.queue.put(SpokenText.line(text), kind)
        proceed()
    }

    private func dropHint() {
        hint = nil
        hintTimer?.disarm()
    }

    private func sayHint() {
        let text = hint?() ?? ""
        dropHint()
        if !text.isEmpty { say(text) }
    }

    private func proceed() {
        guard session.queue.next != nil else { return }
        if socket == nil { connect() }
        guard socket != nil else {
            // Once a server runs, the text would be out of date.
            return close()
        }
        sendNext()
    }

    private func sendNext() {
        let command = session.next()
        if !command.isEmpty { reader.expectReply() }
        unsent += command
        flush()
    }

    private func connect() {
        guard let address, attempts.admits(clock()) else { return }
        // No other user may read the spoken text.
        guard let socket = try? UnixSocket.connect(to: address), (try? socket.peer.user) == user else { return }
        guard let source = try? loop.watch(socket.rawValue, for: .read, handler: { [weak self] in self?.handle($0) })
        else { return }
        self.socket = consume socket
        self.source = source
        unsent = SSIPSession.introduction[...]
    }

    private func close() {
        source = nil
        socket = nil
        reader = SpeechReplyReader()
        session = SSIPSession(settings: settings)
        session.needsEnds = hint != nil
        unsent = []
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        guard socket != nil, !readiness.isDisjoint(with: [.read, .hangup]) else { return }
        do throws(SystemError) {
            guard let bytes = try socket?.read(upTo: 4096) else { return }
            guard !bytes.isEmpty, let replies = reader.append(bytes) else { return close() }
            // A second reply in one read belongs to no command.
            for reply in replies { unsent += session.handle(reply) }
            if session.takeTextEnd(), hint != nil { hintTimer?.arm(after: hintDelay) }
        } catch {
            return close()
        }
        sendNext()
    }

    private func flush() {
        guard socket != nil else { return }
        do throws(SystemError) {
            while !unsent.isEmpty, let count = try socket?.send(unsent.span), count > 0 {
                unsent = unsent.dropFirst(count)
            }
            // An empty slice would retain the array.
            if unsent.isEmpty { unsent = [] }
            try source?.setInterest(unsent.isEmpty ? .read : [.read, .write])
        } catch {
            close()
        }
    }
}
