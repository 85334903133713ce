// SPDX-License-Identifier: MIT

import IconTheme
import Icons
import TabConfig
import ShellModel

@testable import ConfigReader

extension IconResolver {
    /// Resolves only built-in icons.
    static let builtInOnly = IconResolver(builtIn: Icons.names) { name, _, _ throws(IconResolutionError) in
        throw IconResolutionError("it is not built in", suggestions: Icons.suggestions(for: name))
    }
}

/// Reads a user's file.
func read(
    _ text: String?, look: String? = nil, looks: [String: String] = [:], icons: IconResolver = .builtInOnly
) throws(ConfigurationErrors) -> Configuration {
    let names = ConfigurationLoader.builtInLooks + looks.keys.sorted()
    let reader = ConfigurationReader(lookNames: names, icons: icons) { name in
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
