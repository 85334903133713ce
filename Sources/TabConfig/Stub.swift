// SPDX-License-Identifier: MIT
public struct ConfigurationErrors: Error, CustomStringConvertible {
    public var lines: [String]
    public var description: String { lines.joined(separator: "\n") }
}
public struct ConfigurationSource {
    public init() {}
    public func load() throws(ConfigurationErrors) -> Configuration { .default }
    public func load(look: String) throws(ConfigurationErrors) -> Configuration { .default }
    public var lookNames: [String] { ["stress-monitor"] }
    public var watchedPaths: [String] { [] }
}
