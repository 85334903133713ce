import Glibc
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Programs on a disk that hangs while they are started. A write lease on the file plays its part: execve(2) waits for it.
@Suite struct HungProgramTests {
    private static let (setLease, getLease): (Int32, Int32) = (1024, 1025)

    private let home: TemporaryDirectory
    private let program: String

    init() throws {
        home = try .home("bin")
        program = home.appending("bin/program")
        try home.write("#!/bin/sh\necho >\"$0.log\"\nexec tail -f /dev/null\n", to: "bin/program", mode: 0o755)
        // The kernel asks the holder to give the lease up.
        signal(SIGIO, SIG_IGN)
    }

    /// Keeps the program from being executed until the descriptor is closed. Root in a user namespace must own it.
    private func hold() throws -> Int32 {
        chown(program, geteuid(), getegid())
        let descriptor = open(program, O_RDWR | O_CLOEXEC)
        guard fcntl(descriptor, Self.setLease, F_WRLCK) == 0 else { throw SystemError("F_SETLEASE: \(errno)") }
        return descriptor
    }

    /// True while somebody waits for the lease.
    private func isAwaited(_ descriptor: Int32) -> Bool { fcntl(descriptor, Self.getLease) != F_WRLCK }

    private var hasStarted: Bool { access(program + ".log", F_OK) == 0 }

    /// Also the daemon's own questions to the client are answered meanwhile, as its pings are.
    @Test func actionHoldsUpNobodyElse() throws {
        try home.configure("[[actions]]\nid = \"greet\"\ntitle = \"Greet\"\nicon = \"plus\"\nexec = \"\(program)\"\n")
        let daemon = try TestDaemon(in: home)
        let (client, other) = (try daemon.client(), try daemon.client())
        try client.request("register", ["program": "page:home"])
        let lease = try hold()
        try client.send(line: #"{"id":1,"verb":"action","action":"greet"}"#)
        try client.send(line: #"{"id":2,"verb":"report","problem":"trouble"}"#)
        try waitUntil("the program to be executed") { isAwaited(lease) }
        try other.request("select", ["tab": "flash"])
        try waitUntil("the report") { try other.state().status(of: .page("home"))?.problem == "trouble" }
        #expect(!hasStarted)
        close(lease)
        // The client's own replies are in order.
        guard case .reply(.integer(1), .success) = try client.message(),
            case .reply(.integer(2), .success) = try client.message()
        else { throw SystemError("no replies in order") }
        try waitUntil("the program to start") { hasStarted }
    }
}
