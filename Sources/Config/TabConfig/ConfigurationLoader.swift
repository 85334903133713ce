// SPDX-License-Identifier: MIT
public import EventLoop
import Posix

/// Loads the configuration: from the user's file, if there is one, with the look that was requested by name.
///
/// A helper process reads the files. The TOML parser is C++ code, which could crash the daemon, and the helper's exit
/// returns all memory that reading takes. Without a file, and with the default look, there is nothing to read.
public struct ConfigurationLoader: Sendable {
    /// The name of the helper's executable.
    public static let helper = "tabshell-config"
    /// The looks that are part of tabshell, the default first.
    public static let builtInLooks = ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"]

    /// The file that was requested, which must exist; an absolute path.
    public let requestedFile: String?
    /// `$XDG_CONFIG_HOME/tabshell`: the folder of the user's own looks, and of the user's file if none was requested.
    public let folder: String?
    /// The look that was requested, which overrides the one that the file names.
    public let look: String?

    /// - Parameters:
    ///   - file: the requested file; nil for the file in the default folder, which may be missing.
    ///   - look: the requested look.
    ///   - environment: the value of an environment variable.
    public init(file: String? = nil, look: String? = nil, environment: (String) -> String? = { _ in nil }) {
        requestedFile = file.map(Self.absolute)
        self.look = look
        folder = BaseDirectory.configuration.path(environment: environment).map { "\($0)/tabshell" }
    }

    /// Loads the configuration.
    ///
    /// - Parameter override: a look that overrides the requested one.
    /// - Throws: ``ConfigurationErrors``: all errors of the files.
    public func load(look override: String? = nil) throws(ConfigurationErrors) -> Configuration {
        let look = override ?? look ?? Self.builtInLooks.first
        let hasFile = requestedFile != nil || file.map { FileSystem.exists($0) } ?? false
        if !hasFile, look == Self.builtInLooks.first { return .default }
        guard let program = ChildProcess.findExecutable(Self.helper) else {
            throw .helper("the program is not installed")
        }
        let output: [UInt8]
        do throws(SystemError) {
            output = try ChildProcess.output(of: program, arguments: arguments(look: override))
        } catch {
            throw .helper(error.description)
        }
        return try ConfigurationMessage.configuration(from: output)
    }

    /// The names of all looks: the built-in ones, then those in the user's folder.
    public var lookNames: [String] {
        Self.builtInLooks + userLooks.filter { !Self.builtInLooks.contains($0) }
    }

    /// The files of the user's own looks. The folder may be missing.
    public var lookFiles: FileWatcher.Pattern? {
        folder.map { FileWatcher.Pattern(in: "\($0)/looks", suffix: Self.lookSuffix) }
    }

    /// The user's file, which may be missing if it was not requested.
    public var file: String? { requestedFile ?? folder.map { "\($0)/config.toml" } }

    /// The helper's arguments.
    public func arguments(look: String? = nil) -> [String] {
        var result: [String] = []
        if let requestedFile { result += ["--config", requestedFile] }
        if let look = look ?? self.look { result += ["--look", look] }
        return result
    }

    private static let lookSuffix = ".toml"

    /// The names of the user's own looks, sorted.
    private var userLooks: [String] {
        lookFiles?.names.map { String($0.dropLast(Self.lookSuffix.count)) }.sorted() ?? []
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = FileSystem.currentDirectory else { return path }
        return "\(directory)/\(path)"
    }
}
