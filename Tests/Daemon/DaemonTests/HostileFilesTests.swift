import Foundation
import ShellModel
import TestSupport
import Testing

/// The start of the daemon with any files in the user's folders: it serves, or ends with a message.
@Suite struct HostileFilesTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
    }

    private func run(_ script: String, asRoot: Bool = false) throws {
        let shell = try ChildProcess("sh", ["-c", script], directory: home.path, asRoot: asRoot)
        try #require(try shell.waitForExit() == .code(0), "\(shell.errorOutput)")
    }

    @Test(arguments: [
        "touch .config", "mkdir .config; touch .config/tabshell", "mkdir .config; mkfifo .config/tabshell",
        "mkdir .config; ln -s gone .config/tabshell", "mkdir .config; ln -s tabshell .config/tabshell",
        "mkdir -p .config/tabshell; touch .config/tabshell/looks",
        "mkdir -p .config/tabshell; chmod 0 .config/tabshell", "mkdir .config; chmod 0 .config",
    ])
    func strangeConfigurationFolderIsSurvived(script: String) throws {
        try run(script)
        let daemon = try TestDaemon(in: home)
        defer { _ = try? run("chmod -R u+rwx .config") }
        #expect(try daemon.state.selection?.tab == "home")
        try daemon.client().request("reload")
    }

    /// `sudo mkdir ~/.config/tabshell`. Only root can give a folder away.
    @Test func folderOfAnotherUserIsSurvivedAndReported() throws {
        guard geteuid() == 0 else { return print("not run: a folder of another user needs root") }
        _ = try home.makeDirectory(".config")
        try run("mkdir -m 0700 .config/tabshell", asRoot: true)
        let daemon = try TestDaemon(in: home)
        #expect(try daemon.state.selection?.tab == "home")
        try waitUntil("the log") { daemon.process.errorOutput.contains("\(home.path)/.config/tabshell") }
    }

    @Test(arguments: [
        ("mkdir config.toml", "Is a directory"), ("mkfifo config.toml", "named pipe"),
        ("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"config.toml\")'", "socket"),
        ("touch config.toml; chmod 0 config.toml", "Permission denied"),
        ("ln -s gone config.toml", "No such file"), ("ln -s config.toml config.toml", "symbolic links"),
        ("truncate -s 1G config.toml", "File too large"),
        ("printf 'a\\n\\377' > config.toml", "config.toml:2: this is not UTF-8"),
    ])
    func strangeFileIsNamed(script: String, message: String) throws {
        let folder = home.appending(".config/tabshell")
        try run("mkdir -p .config/tabshell; cd .config/tabshell; \(script)")
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        #expect(try client.state().configuration.errors.contains { $0.contains(message) })
        let lines = daemon.process.errorOutput
        #expect(lines.contains("\(folder)/config.toml") && lines.contains(message), "\(lines)")
        // The same while it runs: the configuration in force stays.
        try run("rm -rf .config/tabshell/config.toml")
        try client.request("reload")
        #expect(try client.state().configuration.errors == [])
        try run("cd .config/tabshell; \(script)")
        #expect(try client.refusal(of: #"{"verb":"reload"}"#)?.message.contains(message) == true)
        #expect(try client.state().selection?.tab == "home")
        // And the check reports it.
        let check = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--check"], environment: TestDaemon.environment(in: home))
        #expect(try check.waitForExit() == .code(1))
        #expect(check.output.contains(message), "\(check.output)")
    }
}
