import FakeCompositor
import Foundation
import TestSupport
import Testing

/// `tabshell-panel --context`: a program that the compositor keeps from privileged protocols.
@Suite struct ContextStartTests {
    private static let manager = "wp_security_context_manager_v1"
    private static let script = "echo $WAYLAND_DISPLAY; grep SigIgn /proc/self/status; exec tail -f /dev/null"

    private func start(_ compositor: FakeCompositor, _ words: [String], more: [String] = []) throws -> ChildProcess {
        try ChildProcess(
            BuiltProducts.url("tabshell-panel").path,
            ["--context", compositor.folder.appending("windows")] + more + words,
            environment: compositor.environment.merging(["TABSHELL_TAB": "web"]) { $1 })
    }

    @Test func socketIsThatOfAContextWhileTheProgramRuns() throws {
        let compositor = try FakeCompositor(versions: [Self.manager: 1])
        let socket = try compositor.folder.write("left by an earlier one", to: "windows")
        let program = try start(compositor, ["--", "/bin/sh", "-c", Self.script])
        try compositor.waitUntil("the program: \(program.errorOutput)") { program.output.contains("SigIgn") }
        #expect(program.output.hasPrefix("\(socket)\n"))
        let ignored = program.output.split(separator: "\t").last.flatMap { UInt64($0.dropLast(), radix: 16) }
        #expect(try #require(ignored) & 1 << UInt64(SIGPIPE - 1) == 0)
        let context = try #require(compositor.contexts.first)
        #expect(context.isCommitted && context.engine == "tabshell" && context.appID == "web")
        // Only the program's own connections are left.
        #expect(compositor.clients.count == 1 && !context.isClosed && !context.hasClient)
        try compositor.waitUntil("the end of the connection") { !compositor.clients[0].isConnected }
        let client = try ChildProcess(
            BuiltProducts.url("tabshell-panel").path, ["--doctor"],
            environment: compositor.environment.merging(["WAYLAND_DISPLAY": socket]) { $1 })
        try compositor.waitUntil("a client") { context.hasClient }
        client.kill()
        program.kill()
        try compositor.waitUntil("the end of the context") { context.isClosed }
        #expect(compositor.violations == [])
    }

    @Test func programStartsWithoutTheProtocol() throws {
        let compositor = try FakeCompositor()
        let program = try start(compositor, ["--", "/bin/sh", "-c", Self.script])
        try compositor.waitUntil("the program: \(program.errorOutput)") { program.output.contains("SigIgn") }
        #expect(program.output.hasPrefix("\(compositor.socketPath)\n"))
    }

    @Test func programDoesNotStartOutsideOfAContext() throws {
        let compositor = try FakeCompositor(versions: [Self.manager: 1])
        _ = try compositor.folder.makeDirectory("windows")
        let refused = try start(compositor, ["/bin/true"])
        try compositor.waitUntil("its end") { !refused.isRunning }
        #expect(refused.exit == .code(1) && refused.errorOutput.contains("binding \(compositor.folder.path)/windows: "))
        compositor.disappear()
        #expect(try start(compositor, ["/bin/true"]).waitForExit() == .code(3))
    }

    @Test(arguments: [([], "<program> is missing"), (["/nowhere/program"], "starting /nowhere/program: ")])
    func errorNamesTheProgram(words: [String], reason: String) throws {
        let compositor = try FakeCompositor(versions: [Self.manager: 1])
        let program = try start(compositor, words)
        try compositor.waitUntil("its end") { !program.isRunning }
        #expect(program.exit == .code(words.isEmpty ? 2 : 1) && program.errorOutput.contains(reason))
    }

    @Test func otherwiseThereAreNoArguments() throws {
        let program = try ChildProcess(BuiltProducts.url("tabshell-panel").path, ["--doctor", "x", "y"])
        #expect(try program.waitForExit() == .code(2))
        #expect(program.errorOutput.contains("unexpected argument \"x\""))
    }
}
