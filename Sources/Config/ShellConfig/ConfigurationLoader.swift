public import EventLoop
import Localization
import Posix
import ShellModel

/// Loads the configuration: from the user's file, if any, with the look requested by name.
///
/// A helper process reads the files. The TOML parser is C++ code, which could crash the daemon, and the helper's exit
/// returns all memory used for reading. Without a file and with the default look, it has nothing to read.
public struct ConfigurationLoader: Sendable {
    /// The name of the helper's executable.
    public static let helper = "tabshell-config"
    /// The built-in looks, the default first.
    public static let builtInLooks = ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"]

    /// The requested file, which must exist; an absolute path.
    public let requestedFile: String?
    /// `$XDG_CONFIG_HOME/tabshell`: the folder of the user's own looks, and of the user's file if none was requested.
    public let folder: String?
    /// The requested look, which overrides the file's.
    public let look: String?
    /// The direction of the language of the environment.
    private let direction: LayoutDirection

    /// - Parameters:
    ///   - file: the requested file; nil for the file in the default folder, which may be missing.
    ///   - look: the requested look.
    ///   - environment: the value of an environment variable.
    public init(file: String? = nil, look: String? = nil, environment: (String) -> String? = { _ in nil }) {
        requestedFile = file.map(FileSystem.absolute)
        self.look = look
        direction = LayoutDirection(locale: Localization.messageLocale(environment))
        folder = BaseDirectory.configuration.path(environment: environment).map { "\($0)/tabshell" }
    }

    /// The time limit for reading all files, ns.
    public static let timeout: UInt64 = 10_000_000_000

    /// Loads the configuration, and waits for it.
    ///
    /// - Throws: ``ConfigurationErrors``: all errors of the files.
    public func load(
        _ request: ConfigurationRequest = ConfigurationRequest()
    ) throws(ConfigurationErrors) -> ConfigurationReading {
        guard needsHelper(for: request) else { return ConfigurationReading(defaultConfiguration) }
        let outcome: ChildRun.Outcome
        do throws(SystemError) {
            outcome = try ChildRun.run(
                Self.helper, requestArguments, input: request.line, timeout: Self.timeout)
        } catch {
            throw .helper(error.description)
        }
        return try reading(of: outcome, request)
    }

    /// Loads the configuration beside an event loop.
    ///
    /// - Parameter onEnd: called once with the configuration or all errors of the files, unless the run is released before.
    public func load(
        _ request: ConfigurationRequest, on loop: EventLoop,
        onEnd: @escaping (Result<ConfigurationReading, ConfigurationErrors>) -> Void
    ) -> ChildRun {
        // The helper itself looks for the user's file, because the disk may hang.
        ChildRun(Self.helper, requestArguments, input: request.line, timeout: Self.timeout, on: loop) { outcome in
            onEnd(Result { () throws(ConfigurationErrors) in try reading(of: outcome, request) })
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

    /// True if any file must be read.
    private func needsHelper(for request: ConfigurationRequest) -> Bool {
        let look = request.look ?? look ?? Self.builtInLooks.first
        return requestedFile != nil || look != Self.builtInLooks.first || request.override != nil
            || request.tabs != TabsEdit()
            || [file, tabsFile].contains { $0.map { FileSystem.isPresent($0) } ?? false }
    }

    private func reading(
        of outcome: ChildRun.Outcome, _ request: ConfigurationRequest
    ) throws(ConfigurationErrors) -> ConfigurationReading {
        switch outcome.ending {
        case .exited:
            var reading = try ConfigurationMessage.reading(from: outcome.output)
            reading.configuration = resolved(reading.configuration)
            return reading
        case .failed(.missing):
            guard needsHelper(for: request) else { return ConfigurationReading(defaultConfiguration) }
            throw .helper(localized("the program is not installed"))
        case .failed(let error):
            let isTimeout = outcome.ending.isTimeout
            guard isTimeout, let file = ConfigurationMessage.lastFile(in: outcome.output) else {
                throw .helper(error.description, isTimeout: isTimeout)
            }
            let message = localized("reading it took longer than \(Self.timeout / 1_000_000_000) s")
            throw ConfigurationErrors([ConfigurationError(file: file, message: message)], isTimeout: true)
        }
    }

    /// True if the requested file or look does not exist, as after a typing error on the command line.
    public var isMistaken: Bool {
        requestedFile.map { !FileSystem.isPresent($0) } == true || look.map { !lookNames.contains($0) } == true
    }

    /// The names of all looks: the built-in ones, then those in the user's folder.
    public var lookNames: [String] {
        let own = lookFiles?.names.map { String($0.dropLast(Self.suffix.count)) }.sorted() ?? []
        return Self.builtInLooks + own.filter { !Self.builtInLooks.contains($0) }
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
    public var arguments: [String] {
        var result: [String] = []
        if let requestedFile { result += ["--config", requestedFile] }
        if let look { result += ["--look", look] }
        return result
    }

    private var requestArguments: [String] { arguments + ["--request"] }

    private static let suffix = ".toml"
}
