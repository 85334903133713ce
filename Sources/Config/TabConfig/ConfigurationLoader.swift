// SPDX-License-Identifier: MIT
public import EventLoop
import Glibc
import Localization
import Posix
import ShellModel

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
    /// The direction of the language of the environment.
    private let direction: LayoutDirection

    /// - Parameters:
    ///   - file: the requested file; nil for the file in the default folder, which may be missing.
    ///   - look: the requested look.
    ///   - environment: the value of an environment variable.
    public init(file: String? = nil, look: String? = nil, environment: (String) -> String? = { _ in nil }) {
        requestedFile = file.map(Self.absolute)
        self.look = look
        direction = LayoutDirection(locale: Localization.messageLocale(environment))
        folder = BaseDirectory.configuration.path(environment: environment).map { "\($0)/tabshell" }
    }

    /// The time that reading all files may take, ns.
    public static let timeout: UInt64 = 10_000_000_000

    /// Loads the configuration, and waits for it.
    ///
    /// - Parameter override: a look that overrides the requested one.
    /// - Throws: ``ConfigurationErrors``: all errors of the files.
    public func load(look override: String? = nil) throws(ConfigurationErrors) -> Configuration {
        guard let helper = try helper(look: override) else { return defaultConfiguration }
        let outcome: OutputProcess.Outcome
        do throws(SystemError) {
            outcome = try OutputProcess.run(helper, arguments: arguments(look: override))
        } catch {
            throw .helper(error.description)
        }
        return resolved(try Self.result(of: outcome).get())
    }

    /// Loads the configuration beside an event loop.
    ///
    /// - Parameters:
    ///   - override: a look that overrides the requested one.
    ///   - tabs: a change of the tabs, or their changes that are in no file.
    ///   - deadline: CLOCK_MONOTONIC, ns.
    ///   - onEnd: called once with the configuration or all errors of the files, perhaps before this function returns.
    /// - Returns: the process to be kept until then; nil if there is none.
    public func load(
        look override: String? = nil, tabs: TabsEdit? = nil, deadline: UInt64, on loop: EventLoop,
        onEnd: @escaping (Result<Configuration, ConfigurationErrors>) -> Void
    ) -> OutputProcess? {
        do throws(ConfigurationErrors) {
            // The helper looks for the user's file itself, as the disk may hang.
            var program = ChildProcess.findExecutable(Self.helper)
            if program == nil { program = try helper(look: override, isNeeded: tabs != nil) }
            guard let helper = program else {
                onEnd(.success(defaultConfiguration))
                return nil
            }
            do throws(SystemError) {
                return try OutputProcess(
                    helper, arguments: arguments(look: override) + (tabs?.arguments ?? []), deadline: deadline, on: loop
                ) {
                    onEnd(Self.result(of: $0).map(resolved))
                }
            } catch {
                throw .helper(error.description)
            }
        } catch {
            onEnd(.failure(error))
            return nil
        }
    }

    /// The configuration without files.
    public var defaultConfiguration: Configuration { resolved(.default) }

    /// The configuration with the direction in force.
    private func resolved(_ configuration: Configuration) -> Configuration {
        var configuration = configuration
        configuration.setup = configuration.setup.resolvingDirection(to: direction)
        return configuration
    }

    /// The path of the helper; nil if there is nothing to read.
    private func helper(look override: String?, isNeeded: Bool = false) throws(ConfigurationErrors) -> String? {
        let look = override ?? look ?? Self.builtInLooks.first
        let hasFile =
            requestedFile != nil || [file, tabsFile].contains { $0.map { FileSystem.isPresent($0) } ?? false }
        if !isNeeded, !hasFile, look == Self.builtInLooks.first { return nil }
        guard let program = ChildProcess.findExecutable(Self.helper) else {
            throw .helper(localized("the program is not installed"))
        }
        return program
    }

    private static func result(of outcome: OutputProcess.Outcome) -> Result<Configuration, ConfigurationErrors> {
        if let error = outcome.error {
            guard error.code == ETIMEDOUT, let file = ConfigurationMessage.lastFile(in: outcome.output) else {
                return .failure(.helper(error.description))
            }
            return .failure(
                ConfigurationErrors([
                    ConfigurationError(
                        file: file, message: localized("reading it took longer than \(timeout / 1_000_000_000) s"))
                ]))
        }
        do throws(ConfigurationErrors) {
            return .success(try ConfigurationMessage.configuration(from: outcome.output))
        } catch {
            return .failure(error)
        }
    }

    /// True if the file or the look that was requested does not exist, as after a typing error on the command line.
    public var isMistaken: Bool {
        requestedFile.map { !FileSystem.isPresent($0) } == true || look.map { !lookNames.contains($0) } == true
    }

    /// The names of all looks: the built-in ones, then those in the user's folder.
    public var lookNames: [String] {
        Self.builtInLooks + userLooks.filter { !Self.builtInLooks.contains($0) }
    }

    /// The files of the user's own looks. The folder may be missing.
    public var lookFiles: FileWatcher.Pattern? {
        folder.map { FileWatcher.Pattern(in: "\($0)/looks", suffix: Self.suffix) }
    }

    /// The user's file, which may be missing if it was not requested.
    public var file: String? { requestedFile ?? folder.map { "\($0)/config.toml" } }

    /// The file with the changes of the tabs, which may be missing: `tabs.toml` beside `config.toml`, and beside any other
    /// `NAME.toml` it is `NAME.tabs.toml`.
    public var tabsFile: String? {
        file.map { file in
            let name = FileSystem.name(of: file)
            if name == "config.toml" { return String(file.dropLast(name.count)) + "tabs.toml" }
            return (file.hasSuffix(Self.suffix) ? String(file.dropLast(Self.suffix.count)) : file) + ".tabs.toml"
        }
    }

    /// The helper's arguments.
    public func arguments(look: String? = nil) -> [String] {
        var result: [String] = []
        if let requestedFile { result += ["--config", requestedFile] }
        if let look = look ?? self.look { result += ["--look", look] }
        return result
    }

    private static let suffix = ".toml"

    /// The names of the user's own looks, sorted.
    private var userLooks: [String] {
        lookFiles?.names.map { String($0.dropLast(Self.suffix.count)) }.sorted() ?? []
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = FileSystem.currentDirectory else { return path }
        return "\(directory)/\(path)"
    }
}
