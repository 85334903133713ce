import Foundation
import ShellConfig
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// `tabshelld --check` and the loading of files, with the programs themselves.
@Suite struct CheckCommandTests {
    private func run(
        _ home: TemporaryDirectory, _ arguments: [String], _ variables: [String: String] = [:]
    ) throws -> (exit: ChildProcess.Exit, output: String, errors: String) {
        let environment = Environment.plain.merging([
            "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_CONFIG_HOME": home.appending("config"),
        ]) { $1 }.merging(variables) { $1 }
        let process = try ChildProcess(
            BuiltProducts.url("tabshelld").path, arguments, environment: environment, directory: home.path)
        return (try process.waitForExit(), process.output, process.errorOutput)
    }

    private func home(_ config: String? = nil) throws -> TemporaryDirectory {
        let home = try TemporaryDirectory()
        for folder in ["config", "config/tabshell", "config/tabshell/looks"] { _ = try home.makeDirectory(folder) }
        if let config { try home.write(config, to: "config/tabshell/config.toml") }
        return home
    }

    private func state(_ output: String) throws -> ShellState {
        try ShellState(json: try JSONParser.parse(Array(output.utf8.dropLast())))
    }

    /// Lines of bash with their outcome in `Golden/check.txt`, each after a title in a new home, whose configuration `config` writes:
    /// the output, the errors after `!`, and another exit status than 0.
    @Test func checksHaveTheReviewedOutcome() throws {
        var home = try home()
        let (reviewed, played) = try playScript("check") { line in
            if line.hasPrefix("==") { home = try self.home() }
            if line.isEmpty || line.hasPrefix("=") || line.hasPrefix("#") { return [] }
            let environment = Environment.plain.merging([
                "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_CONFIG_HOME": home.appending("config"),
                "XDG_DATA_HOME": home.appending("data"), "check": try BuiltProducts.url("tabshelld").path,
            ]) { $1 }
            let functions =
                "config() { printf \"$@\" >config/tabshell/config.toml; }; check() { \"$check\" --check \"$@\"; }; "
            let process = try ChildProcess(
                "bash", ["-c", functions + line], environment: environment, directory: home.path)
            let exit = try process.waitForExit()
            var lines = process.output.split(separator: "\n").map(String.init)
            lines += process.errorOutput.split(separator: "\n").map { "! \($0)" }
            if exit != .code(0) { lines.append("exit \(exit)") }
            return lines.map { $0.replacing(home.path, with: "~").replacing(/\/dev\/fd\/\d+/, with: "/dev/fd/9") }
        }
        #expect(played == reviewed)
    }

    @Test("No control of a file reaches the terminal, and an error is one line")
    func controlsAreEscaped() throws {
        let home = try home("look = \"\\u001b]0;x\\u0007\\u009b31m\\u202e\\n\"\n[bar]\n\"a\\u001b[2J\\u2028\" = 1\n")
        let (exit, output, errors) = try run(home, ["--check"])
        #expect(exit == .code(1))
        let controls = (output + errors).unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || (0x2028...0x202E).contains($0.value))
        }
        #expect(controls.isEmpty, "\(output.debugDescription)")
        #expect(output.contains("\\u{9b}31m"))
        #expect(output.split(separator: "\n").allSatisfy { $0.contains("config.toml:") }, "\(output)")
    }

    /// The example of the package, as it is and with every line in force.
    @Test func exampleIsValid() throws {
        let example = try String(contentsOf: Repository.file("packaging/config.toml"), encoding: .utf8)
        let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.isEmpty || $0.hasPrefix("#") })
        let home = try home(example)
        #expect(try run(home, ["--check"]).exit == .code(0))
        let settings = lines.filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }
        #expect(settings.count > 50)
        try home.write(
            settings.map { "\($0.dropFirst())\n" }.joined(), to: "config/tabshell/config.toml")
        let all = try run(home, ["--check"])
        #expect(all.exit == .code(0), "\(all.output)\(all.errors)")
    }

    @Test func defaultConfigurationWithoutFile() throws {
        let home = try home()
        let output = try run(home, ["--print-state"]).output
        // The direction follows the language.
        var look = Look()
        look.direction = .leftToRight
        #expect(try state(output).look == look)
        #expect(try state(try run(home, ["--print-state", "--look", "stress-monitor"]).output).look == look)
        #expect(
            try state(try run(home, ["--print-state"], ["LANG": "ar_EG.UTF-8"]).output).look?.direction == .rightToLeft)
    }

    @Test func userLook() throws {
        let home = try home("look = \"mine\"\n")
        try home.write(
            "bar.height = 66\n[[tabs]]\nid = \"a\"\ntitle = \"A\"\nicon = \"home\"\n",
            to: "config/tabshell/looks/mine.toml")
        let state = try state(try run(home, ["--print-state"]).output)
        #expect(state.look?.name == "mine")
        #expect(state.look?.bar.height == 66)
        #expect(state.tabs.map(\.id.rawValue) == ["a"])
        let loader = ConfigurationLoader(environment: { ["XDG_CONFIG_HOME": home.appending("config")][$0] })
        #expect(loader.lookNames == ConfigurationLoader.builtInLooks + ["mine"])
        #expect(loader.file == home.appending("config/tabshell/config.toml"))
        #expect(loader.lookFiles?.directory == home.appending("config/tabshell/looks"))
        #expect(loader.lookFiles?.names == ["mine.toml"])
    }

    @Test func invalidHelperOutput() {
        func reason(_ text: String) -> String? {
            do throws(ConfigurationErrors) {
                _ = try ConfigurationMessage.reading(from: Array(text.utf8)).configuration
                return nil
            } catch {
                return error.description
            }
        }
        #expect(reason("") == "tabshell-config: no output")
        #expect(reason("{")?.hasPrefix("tabshell-config: invalid output: ") == true)
        #expect(reason("{}") == "tabshell-config: invalid output: configuration is missing")
        #expect(reason("{\"errors\":[]}") == "tabshell-config: invalid output: errors is empty")
        let errors = ConfigurationErrors([
            ConfigurationError(file: "f", line: 3, path: "a.b", message: "m \"x\""),
            ConfigurationError(file: "g", message: "n"),
        ])
        let line = String(decoding: ConfigurationMessage.line(.failure(errors)), as: UTF8.self)
        #expect(reason(line) == "f:3: a.b: m \"x\"\ng: n")
    }
}
