import Glibc
import Posix
import CommandLineKit
import Localization
import Sandbox
import ShellConfig
import TabshellIPC

extension CommandSpec {
    /// The reader of the configuration, which confines itself before it opens a file.
    package static let tabshellConfig = CommandSpec(
        "tabshell-config", "Reads the configuration files for tabshelld, which starts this program.",
        options: [
            .init("config", value: "file", "Read this file instead of $XDG_CONFIG_HOME/tabshell/config.toml."),
            .init("look", value: "name", "Use this look instead of the configured one."),
            .init("request", "Read what tabshelld asks for from standard input.", isHidden: true),
            .init("check", "Print the errors of the configuration, and exit with 0 or 1."),
            .init("caller", value: "name", "The program that a person has run.", isHidden: true),
            .init("reference", "Print every key of the configuration as Markdown."),
            .init("manual", "Print the manual page tabshell(5)."),
        ]
    ) { values in
        // It reads no file.
        if values.flag("manual") { return StandardOutput.write(Array(Reference.manual.utf8)) }
        let loader = ConfigurationLoader(
            file: values.value("config"), look: values.value("look"), environment: environmentVariable)
        let line =
            values.flag("request")
            ? try FileSystem.read(FileSystem.standardInput, maximumSize: 8 << 20, acceptsStreams: true) : nil
        // The screen shows the answer and its errors; the other tasks are for a terminal.
        if line != nil { Localization.activate() }
        // The files may be anybody's; reading them takes milliseconds and a few megabytes.
        try Sandbox.enter(
            .reading(processorTime: 10), readable: ReadablePlaces(loader, environment: environmentVariable))
        if values.flag("check") {
            do throws(ExitError) {
                try ConfigurationFiles(loader).check()
            } catch {
                Log.write("\(values.value("caller") ?? ConfigurationLoader.helper): \(error.reason)")
                exit(error.status.rawValue)
            }
        } else if values.flag("reference") {
            StandardOutput.write(Array(Reference.markdown.utf8))
        } else {
            var request = ConfigurationRequest()
            if let line { request = try ConfigurationRequest(line: line) }
            let files = ConfigurationFiles(loader) { StandardOutput.write(ConfigurationMessage.line(reading: $0)) }
            StandardOutput.write(ConfigurationMessage.line(files.read(request)))
        }
    }
    .documented(
        environment: .language + [
            .init("XDG_CONFIG_HOME", "The folder of `tabshell/config.toml`, `~/.config` by default."),
            .init(
                "XDG_DATA_HOME, XDG_DATA_DIRS", "The folders of icon themes, and of desktop entries in `applications`."),
        ],
        seeAlso: ["tabshelld(1)", "tabshell(5)"]
    )
}
