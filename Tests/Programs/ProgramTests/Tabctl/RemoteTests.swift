import Foundation
import TestSupport
import Testing

/// tabctl from another machine, by ssh and a real sshd, as in docs/remote.md.
@Suite struct RemoteTests {
    private let directory: TemporaryDirectory
    private let socket: String
    private let daemon: ChildProcess

    init() throws {
        directory = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        socket = directory.appending("tabshell.sock")
        // The test's user logs in, and runs the daemon.
        chown(directory.path, getuid(), getgid())
        daemon = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--no-programs"],
            environment: Environment.plain.merging(["TABSHELL_SOCKET": socket, "HOME": directory.path]) { _, ours in
                ours
            },
            asRoot: true)
    }

    /// The arguments of ssh up to the host's name; nil without an sshd. ssh starts it at the other end of a pipe, so that nothing
    /// listens.
    ///
    /// - Parameters:
    ///   - restriction: the options before the user's key.
    ///   - settings: lines of sshd's configuration.
    private func connection(
        restriction: String = "", settings more: String = ""
    ) throws -> [String]? {
        guard
            let server = ["/usr/sbin/sshd", "/usr/bin/sshd"].first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            }),
            Environment.find("ssh") != nil, Environment.find("ssh-keygen") != nil
        else {
            print("not run: there is no sshd")
            return nil
        }
        try waitUntil("the daemon: \(daemon.errorOutput)") { FileManager.default.fileExists(atPath: socket) }
        // sshd of root changes to this folder, which its service makes.
        if getuid() == 0 { mkdir("/run/sshd", 0o755) }
        for name in ["host", "user"] {
            _ = try run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", directory.appending(name)])
        }
        let key = try String(contentsOfFile: directory.appending("user.pub"), encoding: .utf8)
        let keys = try directory.write(restriction + key, to: "authorized_keys")
        let settings = try directory.write(
            """
            HostKey \(directory.appending("host"))
            AuthorizedKeysFile \(keys)
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PermitRootLogin prohibit-password
            \(more)

            """, to: "sshd_config")
        return [
            "-F", "none", "-i", directory.appending("user"), "-o", "StrictHostKeyChecking=no", "-o",
            "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "ProxyCommand=\(server) -i -f \(settings)",
        ]
    }

    private func run(_ program: String, _ arguments: [String], socket: String? = nil) throws -> ChildProcess {
        var environment = Environment.plain
        environment["HOME"] = directory.path
        environment["TABSHELL_SOCKET"] = socket
        let process = try ChildProcess(program, arguments, environment: environment, asRoot: true)
        try process.waitForExit()
        return process
    }

    private func selection() throws -> String? {
        let client = try SocketClient(path: socket, asRoot: true)
        try client.expect(event: "hello")
        return (try client.request("state")["selection"] as? [String: Any])?["tab"] as? String
    }

    @Test func socketIsForwarded() throws {
        guard let ssh = try connection() else { return }
        let tabctl = try BuiltProducts.url("tabctl").path
        let near = directory.appending("kiosk.sock")
        let tunnel = try ChildProcess(
            "ssh", ssh + ["-N", "-L", "\(near):\(socket)", "kiosk"],
            environment: Environment.plain.merging(["HOME": directory.path]) { _, ours in ours }, asRoot: true)
        try waitUntil("the forwarded socket: \(tunnel.errorOutput)") { FileManager.default.fileExists(atPath: near) }
        let process = try run(tabctl, ["select", "flash"], socket: near)
        #expect(process.exit == .code(0), "\(process.errorOutput)")
        #expect(try selection() == "flash")
        tunnel.terminate()
        #expect(try run(tabctl, ["ping"], socket: near).exit == .code(3))
    }

    @Test func keyMaySelectAndNothingElse() throws {
        let command =
            "TABSHELL_SOCKET='\(socket)' '\(try BuiltProducts.url("tabctl").path)' select -- \\\"$SSH_ORIGINAL_COMMAND\\\""
        guard let ssh = try connection(restriction: "restrict,command=\"\(command)\" ") else { return }
        #expect(try run("ssh", ssh + ["kiosk", "growth"]).exit == .code(0))
        #expect(try selection() == "growth")
        let file = directory.appending("made")
        for other in ["flash; touch \(file)", "$(touch \(file))", "--version", "touch \(file)"] {
            #expect(try run("ssh", ssh + ["kiosk", "--", other]).exit == .code(1), "\(other)")
        }
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try selection() == "growth")
    }

    /// RemoteHostTests has the other login shells.
    @Test func textsArriveThroughTheLoginShell() throws {
        let products = try BuiltProducts.url("tabctl").deletingLastPathComponent().path
        let settings = "SetEnv PATH=\(products):/usr/bin:/bin TABSHELL_SOCKET=\(socket)"
        guard let ssh = try connection(settings: settings) else { return }
        try directory.write(
            "#!/bin/sh\nexec '\(Environment.find("ssh") ?? "")' " + ssh.map { "\"\($0)\" " }.joined() + "\"$@\"\n",
            to: "ssh", mode: 0o755)
        for text in RemoteHostTests.texts.prefix(4) {
            let words = ["\(products)/tabctl", "--host", "kiosk", "message", "--", text]
            let sent = try run("env", ["PATH=\(directory.path):/usr/bin:/bin"] + words)
            #expect(sent.exit == .code(0), "\(sent.errorOutput)")
            let client = try SocketClient(path: socket, asRoot: true)
            try client.expect(event: "hello")
            #expect((try client.request("state")["message"] as? [String: Any])?["text"] as? String == text)
        }
    }
}
