// SPDX-License-Identifier: MIT
public import EventLoop
import Posix

/// Where the configuration comes from: a file that may be missing, and a look that may have been asked for by name.
///
/// Files are read by a helper that ends when it is done: the library that parses TOML keeps what it has parsed for ever,
/// and costs more memory than all of the daemon. Without a file, and with the default look, there is nothing to read.
public struct ConfigurationLoader: Sendable {
    /// The helper's name.
    public static let helper = "tabshell-config"
    /// The looks that are part of tabshell, the default first.
    public static let builtInLooks = ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"]

    /// The file that was asked for, which has to be there.
    public let chosenFile: String?
    /// `$XDG_CONFIG_HOME/tabshell`, where the user's file is looked for otherwise, and the user's own looks always.
    public let folder: String?
    /// The look that was asked for, in the place of the one that the file names.
    public let look: String?

    /// - Parameters:
    ///   - file: the file that was asked for; nil is the usual place, where there may be none.
    ///   - look: the look that was asked for.
    ///   - environment: the environment, by name.
    public init(file: String? = nil, look: String? = nil, environment: (String) -> String? = { _ in nil }) {
        chosenFile = file.map(Self.absolute)
        self.look = look
        folder = BaseDirectory.configuration.path(environment: environment).map { "\($0)/tabshell" }
    }

    /// The configuration as the files say it now.
    ///
    /// - Throws: ``ConfigurationErrors``, all at once.
    public func load() throws(ConfigurationErrors) -> Configuration {
        try load(wanted: look)
    }

    /// The same with another look.
    ///
    /// - Throws: ``ConfigurationErrors``, all at once.
    public func load(look: String) throws(ConfigurationErrors) -> Configuration {
        try load(wanted: look)
    }

    /// The looks that can be had by name: the built-in ones, and those in the user's folder.
    public var lookNames: [String] {
        Self.builtInLooks + userLooks.filter { !Self.builtInLooks.contains($0) }
    }

    /// The user's own looks: with the user's file, all whose change may change the configuration. The folder may be
    /// missing.
    public var lookFiles: FileWatcher.Pattern? {
        folder.map { FileWatcher.Pattern(in: "\($0)/looks", suffix: Self.lookSuffix) }
    }

    /// The user's file, be it there or not.
    public var file: String? { chosenFile ?? folder.map { "\($0)/config.toml" } }

    /// What the helper is told.
    public func arguments(look: String? = nil) -> [String] {
        var result: [String] = []
        if let chosenFile { result += ["--config", chosenFile] }
        if let look = look ?? self.look { result += ["--look", look] }
        return result
    }

    private func load(wanted: String?) throws(ConfigurationErrors) -> Configuration {
        let hasFile = chosenFile != nil || file.map(FileSystem.exists) ?? false
        if !hasFile, (wanted ?? Self.builtInLooks.first) == Self.builtInLooks.first { return .default }
        guard let program = ChildProcess.findExecutable(Self.helper) else {
            throw .helper("it is not installed, and the configuration cannot be read without it")
        }
        let answer: [UInt8]
        do throws(SystemError) {
            answer = try ChildProcess.output(of: program, arguments: arguments(look: wanted))
        } catch {
            throw .helper(error.description)
        }
        return try ConfigurationMessage.configuration(from: answer)
    }

    private static let lookSuffix = ".toml"

    /// The names of the user's own looks, in order.
    private var userLooks: [String] {
        lookFiles?.names.map { String($0.dropLast(Self.lookSuffix.count)) }.sorted() ?? []
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = FileSystem.currentDirectory else { return path }
        return "\(directory)/\(path)"
    }
}
