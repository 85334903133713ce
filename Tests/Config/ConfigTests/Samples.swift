import IconTheme
import Icons
import ShellConfig

@testable import ConfigParser

/// Finds only built-in icons.
func builtInIcon(_ name: String, _: String?, _: String?) throws(IconError) -> String {
    guard Icons.names.contains(name) else {
        throw IconError("it is not built in", suggestions: Icons.suggestions(for: name))
    }
    return name
}

/// Returns a configuration as the daemon has it from its helper.
func received(_ configuration: Configuration) throws -> Configuration {
    let line = ConfigurationMessage.line(.success(ConfigurationReading(configuration)))
    return try ConfigurationMessage.reading(from: line).configuration
}

/// Reads a user's file.
func read(
    _ text: String?, look: String? = nil, looks: [String: String] = [:], icon: @escaping IconFinder = builtInIcon
) throws(ConfigurationErrors) -> Configuration {
    let names = ConfigurationLoader.builtInLooks + looks.keys.sorted()
    let reader = ConfigurationReader(lookNames: names, icon: icon) { name in
        looks[name].map { ConfigurationText(file: "\(name).toml", text: $0) }
    }
    return try reader.read(user: text.map { ConfigurationText(file: "config.toml", text: $0) }, look: look)
}

/// The errors of a user's file, one to a line.
func errors(_ text: String?, look: String? = nil, looks: [String: String] = [:]) -> [String] {
    do throws(ConfigurationErrors) {
        _ = try read(text, look: look, looks: looks)
        return []
    } catch {
        return error.lines
    }
}
