import Foundation
import ShellModel
import TestSupport
import Testing

/// The daemon under a service manager: its notifications, and passed sockets.
@Suite struct ServiceTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
    }

    /// A service manager, and a daemon that is ready.
    private func managed(
        _ environment: [String: String] = [:], isAbstract: Bool = false
    ) throws -> (manager: UnixSocket, daemon: TestDaemon) {
        let name = (isAbstract ? "@" : "") + home.appending("notify")
        let manager = try UnixSocket(SOCK_DGRAM, boundTo: name)
        let daemon = try TestDaemon(environment: environment.merging(["NOTIFY_SOCKET": name]) { $1 }, in: home)
        #expect(try manager.receive() == "READY=1")
        return (manager, daemon)
    }

    @Test(arguments: [false, true]) func theManagerIsTold(isAbstract: Bool) throws {
        let (manager, daemon) = try managed(isAbstract: isAbstract)
        // The daemon accepts clients by now.
        try SocketClient(path: daemon.socket).expect(event: "hello")
        daemon.process.signal(SIGTERM)
        #expect(try manager.receive() == "STOPPING=1")
        #expect(try daemon.process.waitForExit() == .code(0))
    }

    @Test func watchdogAndReloadAreTold() throws {
        let (manager, daemon) = try managed(["WATCHDOG_USEC": "400000"])
        for _ in 0..<3 { #expect(try manager.receive() == "WATCHDOG=1") }
        let begun = Monotonic.now / 1000
        daemon.process.signal(SIGHUP)
        var states: [String] = []
        while states.last != "READY=1" {
            let state = try manager.receive()
            if state != "WATCHDOG=1" { states.append(state) }
        }
        let parts = states[0].split(separator: "\n")
        #expect(states.count == 2 && parts.first == "RELOADING=1")
        let time = try #require(parts.last.flatMap { UInt64($0.dropFirst("MONOTONIC_USEC=".count)) })
        #expect(time >= begun && time <= Monotonic.now / 1000)
        #expect(daemon.process.terminate() == .code(0))
    }

    @Test func watchdogOfAnotherProcessIsLeftAlone() throws {
        let (manager, daemon) = try managed(["WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"])
        try daemon.client().request("ping")
        daemon.process.signal(SIGTERM)
        #expect(try manager.receive() == "STOPPING=1")
    }

    /// A manager that does not read must not stop the daemon; the state arrives when it does.
    @Test func fullNotifySocketDoesNotBlock() throws {
        let manager = try UnixSocket(SOCK_DGRAM, boundTo: home.appending("notify"))
        let count = manager.fill(home.appending("notify"))
        #expect(count > 0)
        let daemon = try TestDaemon(environment: ["NOTIFY_SOCKET": home.appending("notify")], in: home)
        try daemon.client().request("ping")
        for _ in 0..<count { #expect(try manager.receive() == "x") }
        #expect(try manager.receive() == "READY=1")
    }

    @Test(arguments: ["/nonexistent/notify", "nonsense", "@" + String(repeating: "x", count: 200), ""])
    func aManagerThatIsNotThereIsNotMissed(name: String) throws {
        let daemon = try TestDaemon(environment: ["NOTIFY_SOCKET": name], in: home)
        try daemon.client().request("ping")
        #expect(daemon.process.terminate() == .code(0))
    }

    /// Starts a daemon with a descriptor as number 3.
    private func activated(
        _ descriptor: Int32, count: String = "1", pid: String = "$$"
    ) throws -> ChildProcess {
        let program = try BuiltProducts.url("tabshelld").path
        let script = """
            exec 3<&\(descriptor) \(descriptor == 3 ? "" : "\(descriptor)<&-")
            export LISTEN_PID=\(pid) LISTEN_FDS=\(count)
            exec \(program) --no-programs
            """
        return try ChildProcess(
            "bash", ["-c", script], environment: try TestDaemon.environment(in: home), pass: descriptor)
    }

    @Test func passedSocketIsServedAndNotRemoved() throws {
        let path = home.appending("passed")
        let listener = try UnixSocket(SOCK_STREAM, boundTo: path)
        listen(listener.descriptor, 8)
        // It may be asked before the daemon runs.
        let early = try SocketClient(path: path)
        try early.send(line: #"{"id":1,"verb":"ping"}"#)
        let process = try activated(listener.descriptor)
        #expect(try early.expect(reply: 1)["ok"] != nil)
        // The files of the socket are beside the served one, of which the programs get the path.
        try early.request("register", ["program": "panel"])
        #expect(access(path + ".programs", F_OK) == 0)
        #expect(process.terminate() == .code(0))
        #expect(access(path, F_OK) == 0)
    }

    @Test func descriptorForAnotherProcessIsIgnored() throws {
        let listener = try UnixSocket(SOCK_STREAM, boundTo: home.appending("passed"))
        listen(listener.descriptor, 8)
        let process = try activated(listener.descriptor, pid: "1")
        try SocketClient.waiting(for: home.appending("run/tabshell/default.sock")).request("ping")
        #expect(process.terminate() == .code(0))
    }

    @Test(arguments: [
        ("a file", "1", "it is not a Unix socket"), ("a datagram socket", "1", "it is not a stream socket"),
        ("a socket", "1", "it does not listen"), ("a socket", "2", "expected one descriptor"),
        ("a socket", "0", "expected one descriptor"), ("a socket", "many", "expected one descriptor"),
    ])
    func aDescriptorOfNoUseIsRefused(kind: String, count: String, reason: String) throws {
        let socket =
            try kind == "a file"
            ? UnixSocket(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
            : UnixSocket(kind == "a socket" ? SOCK_STREAM : SOCK_DGRAM, boundTo: home.appending("passed"))
        let process = try activated(socket.descriptor, count: count)
        #expect(try process.waitForExit() == .code(1))
        #expect(process.errorOutput.contains("the socket passed by the service manager cannot be used: \(reason)"))
    }
}

final class UnixSocket {
    let descriptor: Int32

    init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// - Parameter name: a path, or `@` and the name of an abstract address. The unprivileged user may use the socket.
    init(_ type: __socket_type, boundTo name: String) throws {
        descriptor = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard Self.withAddress(name, { bind(descriptor, $0, $1) }) == 0 else {
            throw SystemError("binding \(name)", errno: errno)
        }
        if !name.hasPrefix("@") { chmod(name, 0o666) }
    }

    deinit { close(descriptor) }

    private static func withAddress<Result>(
        _ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Sends datagrams to itself until it takes no more, and returns their number.
    func fill(_ path: String) -> Int {
        let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(sender) }
        var count = 0
        while Self.withAddress(path, { sendto(sender, "x", 1, Int32(MSG_DONTWAIT), $0, $1) }) == 1 { count += 1 }
        return count
    }

    /// The next datagram.
    func receive() throws -> String {
        guard Deadline().poll(descriptor) else { throw WaitTimeout(what: "a datagram", seconds: Deadline.usual) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }
}

/// The daemon on a kernel that refuses a system call.
@Suite struct RefusedCallTests {
    #if arch(x86_64)
        private static let inotifyAddWatch = 254
    #else
        private static let inotifyAddWatch = 27
    #endif
    private static let epollPwait2 = 441

    private let home: TemporaryDirectory

    init() throws { home = try .home() }

    private func daemon(refusing number: Int, with error: Int32) throws -> TestDaemon {
        let daemon = try BuiltProducts.url("tabshelld").path
        return try TestDaemon(
            RefusedCall.arguments(number, error: error, [daemon, "--no-programs"]), executable: RefusedCall.python,
            in: home)
    }

    /// The limit of watches is the user's, so other programs may have used it up.
    @Test func configurationThatCannotBeWatchedIsReportedAndReadOnRequest() throws {
        let daemon = try daemon(refusing: Self.inotifyAddWatch, with: ENOSPC)
        let client = try daemon.client()
        #expect(daemon.process.errorOutput.contains("cannot watch the configuration"))
        #expect(daemon.process.errorOutput.contains("No space left on device"))
        try home.write("[bar]\nheight = 90\n", to: ".config/tabshell/config.toml")
        try client.request("reload")
        #expect(try client.state().look?.bar.height == 90)
    }

    /// Linux before 5.11 has no epoll_pwait2(2), and some filters of containers refuse it.
    @Test(arguments: [ENOSYS, EPERM]) func epollWithoutNanosecondsIsEnough(error: Int32) throws {
        let daemon = try daemon(refusing: Self.epollPwait2, with: error)
        let client = try daemon.client()
        for tab in ["flash", "growth", "home"] { try client.request("select", ["tab": tab]) }
        // A timer: the state is synchronized a second after it was saved.
        try waitUntil("the timer") { access(home.appending("state/tabshell/default.json.synced"), F_OK) == 0 }
        #expect(daemon.process.terminate() == .code(0))
        #expect(daemon.process.errorOutput.isEmpty, "\(daemon.process.errorOutput)")
    }
}
