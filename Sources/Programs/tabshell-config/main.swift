// SPDX-License-Identifier: MIT
import Posix
import ConfigReader
import CommandLineKit
import SocketIPC
import TabConfig
import TabshellIPC

CommandSpec(
    "tabshell-config", "Reads the configuration for tabshelld, which starts this program when it needs it.",
    options: [
        .init("config", value: "file", "Read this file instead of $XDG_CONFIG_HOME/tabshell/config.toml."),
        .init("look", value: "name", "Take this look instead of the one that the file names."),
        .init("check", "Say everything that is wrong, for a person."),
        .init("reference", "Print every key of the configuration as Markdown."),
        .init("manual", "Print the same as a manual page."),
    ]
).main { values in
    let files = ConfigurationFiles(
        ConfigurationLoader(
            file: values.value("config"), look: values.value("look"), environment: environmentVariable))
    if values.flag("check") {
        try files.check()
    } else if values.flag("reference") {
        StandardOutput.write(Array(Reference.markdown.utf8))
    } else if values.flag("manual") {
        StandardOutput.write(Array(Reference.manual.utf8))
    } else {
        StandardOutput.write(ConfigurationMessage.line(files.read()))
    }
}
