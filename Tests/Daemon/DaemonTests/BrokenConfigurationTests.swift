import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// The start of the daemon with errors in its configuration files.
@Suite struct BrokenConfigurationTests {
    private static let notes = "[[tabs]]\nid = \"notes\"\ntitle = \"Notes\"\nicon = \"notes\"\n"
    private static let broken = "[bar]\nheigth = 90\n"

    private let home: TemporaryDirectory

    init() throws {
        home = try .home()
    }

    private var copy: String { home.appending("state/tabshell/default.configuration.json") }

    /// A daemon that was killed after it had saved a good configuration, before another one with errors starts.
    private func daemonAfterError(look: String? = nil) throws -> TestDaemon {
        try home.configure(Self.notes)
        let daemon = try TestDaemon(in: home)
        if let look { try daemon.client().request("look", ["look": look]) }
        try waitUntil("the copy") {
            let text = try? String(contentsOfFile: copy, encoding: .utf8)
            return text?.contains("\"name\":\"\(look ?? "stress-monitor")\"") == true
        }
        daemon.process.kill()
        try home.configure(Self.broken)
        try daemon.restart()
        return daemon
    }

    @Test func defaultIsInForceWhereNoConfigurationWasSaved() throws {
        try home.configure(Self.broken)
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client(subscribedTo: "configuration")
        let state = try daemon.state
        #expect(state.tabs.map(\.id) == ["home", "flash", "growth"])
        #expect(state.configuration.source == .builtIn)
        #expect(state.configuration.errors.count == 1)
        #expect(
            state.configuration.errors[0].hasSuffix(
                #"config.toml:2: bar.heigth: unknown key; did you mean "bar.height"?"#))
        #expect(daemon.process.errorOutput.contains("the configuration has errors, so the default is in force:"))
        #expect(daemon.process.errorOutput.contains("config.toml:2: bar.heigth"))
        #expect(access(copy, F_OK) != 0)
        // Saving a file without errors is enough.
        try home.configure(Self.notes)
        #expect(try client.message().configuration == ConfigurationStatus())
        #expect(try daemon.state.tabs.map(\.id) == ["notes"])
    }

    @Test func lastConfigurationWithoutErrorsIsInForceAfterARestart() throws {
        let daemon = try daemonAfterError()
        let client = try daemon.client()
        let state = try client.state()
        #expect(state.tabs.map(\.id) == ["notes"])
        #expect(state.configuration.source == .saved && state.configuration.errors.count == 1)
        #expect(daemon.process.errorOutput.contains("so the last one without errors is in force:"))
        // An error does not replace it, however often the daemon starts.
        #expect(try client.refusal(of: #"{"verb":"reload"}"#)?.code == "invalid_configuration")
        #expect(try client.state().configuration.source == .saved)
        #expect(daemon.process.terminate() == .code(0))
        try daemon.restart()
        #expect(try daemon.state.tabs.count == 1)
        try home.configure("")
        try daemon.client().request("reload")
        let mended = try daemon.state
        #expect(mended.configuration == ConfigurationStatus() && mended.tabs.count == 3)
    }

    @Test func selectedLookIsInForceAndReturnsWithTheFiles() throws {
        let daemon = try daemonAfterError(look: "swift-kit")
        #expect(try daemon.state.look?.name == "swift-kit")
        try home.configure(Self.notes)
        try daemon.client().request("reload")
        #expect(try daemon.state.look?.name == "swift-kit")
        try daemon.client().request("look", ["look": "stress-monitor"])
        #expect(try daemon.state.look?.name == "stress-monitor")
    }

    @Test func copyOfAnotherFileOrADamagedOneIsNotUsed() throws {
        let daemon = try daemonAfterError()
        daemon.process.kill()
        try home.write(Self.broken, to: "other.toml")
        let other = try TestDaemon(["--no-programs", "--config", home.appending("other.toml")], in: home)
        #expect(try other.state.configuration.source == .builtIn)
        other.process.kill()
        let content = try Data(contentsOf: URL(fileURLWithPath: copy))
        try content.prefix(content.count / 2).write(to: URL(fileURLWithPath: copy))
        try daemon.restart()
        #expect(try daemon.state.configuration.source == .builtIn)
    }
}

extension ServerMessage {
    /// The value of an event of the topic `configuration`.
    fileprivate var configuration: ConfigurationStatus? {
        guard case .event(let event) = self, event.topic == .configuration else { return nil }
        return event.state.configuration
    }
}
