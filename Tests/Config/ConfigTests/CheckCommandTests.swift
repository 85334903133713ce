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

    @Test func missingProgramsAreWarnings() throws {
        let home = try home(
            """
            browsers = ["/nonexistent/cog"]
            accessibility.bridge = true
            unresponsive_timeout = "off"
            order = ["home", "x", "w"]

            [[tabs]]
            id = "home"
            exec = "nowhere-to-be-found"

            [[tabs]]
            id = "x"
            title = "X"
            icon = "home"
            exec = ["/etc/passwd"]

            [[tabs]]
            id = "w"
            title = "W"
            icon = "home"
            url = "https://example.org/"

            [[actions]]
            id = "go"
            title = "Go"
            icon = "plus"
            exec = "/usr"
            """)
        let (exit, output, _) = try run(home, ["--check"])
        #expect(exit == .code(0))
        let lines = output.split(separator: "\n")
        #expect(lines.first?.hasSuffix(": no errors; the look stress-monitor with the tabs home, x, w") == true)
        for warning in [
            "tab \"home\": program \"nowhere-to-be-found\" not found",
            "tab \"x\": /etc/passwd is not executable: chmod +x it",
            "tab \"w\": web pages need Cog. Install one: sudo apt install cog (searched for: /nonexistent/cog)",
            "action \"go\": /usr is a directory, not a program",
        ] { #expect(lines.contains("warning: \(warning)"), "\(output)") }
        #expect(output.contains("\nwarning: accessibility.bridge: tabshell-atspi is not installed, neither beside"))
    }

    @Test func tabsThatShowNothingAreAWarning() throws {
        let tab = "title = \"T\"\nicon = \"home\"\n"
        let home = try home(
            "[[tabs]]\nid = \"a\"\n\(tab)[[tabs]]\nid = \"b\"\n\(tab)[[tabs]]\nid = \"c\"\n\(tab)file = \"c\"\n")
        let (exit, output, _) = try run(home, ["--check"])
        #expect(exit == .code(0))
        #expect(
            output.contains("\nwarning: nothing fills these tabs: a, b; add url, file, command or exec\n"), "\(output)")
    }

    @Test func checkPrintsAllErrorsAndExitsWithOne() throws {
        let home = try home("[bar]\nheigth = 3\nmaterial = \"opaqe\"\n")
        let file = home.appending("config/tabshell/config.toml")
        let (exit, output, errors) = try run(home, ["--check"])
        #expect(exit == .code(1))
        #expect(
            output == """
                \(file):2: bar.heigth: unknown key; did you mean "bar.height"?
                \(file):3: bar.material: "opaqe" is not allowed; one of: opaque, translucent; did you mean "opaque"?

                """)
        #expect(errors == "tabshelld: there are 2 errors\n")
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

    @Test func checkOfValidFileExitsWithZero() throws {
        let home = try home("[bar]\nheight = 100\n")
        #expect(try run(home, ["--check"]).exit == .code(0))
        try home.write("bar.height = 3", to: "other.toml")
        let other = try run(home, ["--check", "other.toml"])
        #expect(other.exit == .code(1))
        #expect(other.output.hasSuffix("other.toml:1: bar.height: 3 is out of range; allowed: 24 to 1000 px\n"))
        #expect(try run(home, ["--check=other.toml"]).exit == .code(1))
        #expect(try run(home, ["--config", "other.toml", "--check"]).exit == .code(1))
    }

    @Test func checkSaysHowManyTabsFit() throws {
        let tabs = (1...11).map { "[[tabs]]\nid = \"t\($0)\"\ntitle = \"T\"\nicon = \"home\"\n" }
        let home = try home("look = \"lucidpal\"\ninherit_tabs = true\n" + tabs.joined())
        let (exit, output, _) = try run(home, ["--check"])
        #expect(exit == .code(0))
        #expect(
            output.hasSuffix(
                "\nwarning: the 17 tabs fit side by side from a width of 748 px on (7 at 320 px, 9 at 428 px); "
                    + "on a narrower screen the row is scrolled\n"), "\(output)")
    }

    @Test func programsWithWindowsAreWarnings() throws {
        let home = try home(
            ["true", "false", "env"].map { "[[tabs]]\nid = \"\($0)\"\ntitle = \"T\"\nicon = \"home\"\n" }
                .enumerated().map { index, tab in
                    tab + ["exec = \"true\"", "exec = \"false\"", "exec = [\"env\", \"x\"]"][index] + "\n"
                }
                .joined())
        for folder in ["data", "data/applications"] { _ = try home.makeDirectory(folder) }
        func entry(_ exec: String, _ more: String = "") -> String {
            "[Desktop Entry]\nType=Application\nName=T\nExec=\(exec)\n\(more)"
        }
        try home.write(entry("true --server"), to: "data/applications/a.desktop")
        try home.write(
            entry("/usr/bin/true %U", "StartupWMClass=Truth\n"), to: "data/applications/org.example.T.desktop")
        let result = try run(home, ["--check"], ["XDG_DATA_HOME": home.appending("data")])
        #expect(result.exit == .code(0))
        let appIDs = #"["org.example.T", "Truth"]"#
        #expect(result.output.contains("tab \"true\": true opens a window of its own; add app_id = \(appIDs)\n"))
        #expect(result.output.contains("tab \"false\": no desktop entry names the window of false"))
        #expect(!result.output.contains("tab \"env\""))
    }

    @Test func programsThatALockDoesNotConfineAreWarnings() throws {
        func tab(_ id: String, _ rest: String) -> String {
            "[[tabs]]\nid = \"\(id)\"\ntitle = \"T\"\nicon = \"home\"\n\(rest)\n"
        }
        func action(_ id: String, _ rest: String = "exec = \"tabctl\"") -> String {
            "[[actions]]\nid = \"\(id)\"\ntitle = \"T\"\nicon = \"home\"\n\(rest)\n"
        }
        let text =
            tab("page", "exec = [\"env\", \"x\"]") + tab("window", "app_id = \"w\"\nexec = \"env\"")
            + tab("output", "command = \"env\"") + action("open") + action("guarded")
            + action("window", "exec = \"env\"") + action("control", "exec = \"tabctl\"\ncontrols_shell = true")
            + "[[on]]\nevent = \"selection\"\nrun = \"env\"\n"
        func warned(_ text: String) throws -> [String] {
            let (exit, output, _) = try run(try home(text), ["--check"])
            #expect(exit == .code(0), "\(output)")
            return output.split(separator: "\n").filter { $0.contains("[lock] ") }
                .map { "\($0.split(separator: ":")[1])" }
        }
        let lock = "[lock]\npin = \"\(KioskTests.hash)\"\ntabs = [\"output\"]\nactions = [\"guarded\"]\n"
        #expect(try warned(text + lock) == [" tab \"page\"", " action \"open\"", " on[1]"])
        #expect(try warned(text) == [])
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

    @Test func checkWithoutFile() throws {
        let (exit, output, _) = try run(try home(), ["--check"])
        #expect(exit == .code(0))
        #expect(output == "no file: no errors; the look stress-monitor with the tabs home, flash, growth\n")
    }

    @Test func pipeIsReadToItsEnd() throws {
        let home = try home()
        let script = "exec \"$0\" --check <(echo 'bar.height = 90'; echo 'bar.heigth = 3')"
        let process = try ChildProcess(
            "bash", ["-c", script, BuiltProducts.url("tabshelld").path],
            environment: Environment.plain.merging(["HOME": home.path]) { $1 })
        #expect(try process.waitForExit() == .code(1))
        #expect(process.output.hasSuffix(":2: bar.heigth: unknown key; did you mean \"bar.height\"?\n"))
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
