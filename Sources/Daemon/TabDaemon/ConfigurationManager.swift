// SPDX-License-Identifier: MIT
import EventLoop
import TabConfig
import ShellModel
import TabshellIPC

/// The configuration in force: what the files say, and the look that was chosen over it while the daemon ran.
struct ConfigurationManager {
    /// A look that was chosen over the configured one. It holds for as long as the configuration names that one.
    struct LookOverride: Equatable {
        var look: String
        var over: String
    }

    private let source: ConfigurationLoader
    private(set) var configuration: Configuration
    private(set) var choice: LookOverride?
    /// What went wrong and could be lived with, in words for a person.
    private(set) var warnings: [String] = []
    /// The look that the files name.
    private var configuredLook: String

    /// - Parameter choice: the look that was chosen when a daemon last ran.
    /// - Throws: ``ConfigurationErrors`` when the files cannot be used.
    init(_ source: ConfigurationLoader, choice: LookOverride?) throws(ConfigurationErrors) {
        self.source = source
        configuration = try source.load()
        configuredLook = configuration.setup.look.name
        self.choice = choice
        applyChoice()
    }

    var lookNames: [String] { source.lookNames }
    /// The user's file and looks, be they there or not.
    var watchedPaths: [String] { [source.file].compactMap(\.self) }
    var watchedLooks: FileWatcher.Files? { source.lookFiles }

    /// Reads the files anew.
    ///
    /// - Throws: ``ConfigurationErrors``; all is as it was.
    mutating func reload() throws(ConfigurationErrors) {
        configuration = try source.load()
        configuredLook = configuration.setup.look.name
        warnings = []
        applyChoice()
    }

    /// Puts a look in the place of the configured one.
    ///
    /// - Throws: ``ConfigurationErrors`` when the look and the user's own values do not fit; all is as it was.
    mutating func choose(_ look: String) throws(ConfigurationErrors) {
        configuration = try source.load(look: look)
        choice = look == configuredLook ? nil : LookOverride(look: look, over: configuredLook)
    }

    func scene(_ name: String) -> Result<ScenePreset, WireError> {
        if let scene = configuration.scenes.first(where: { $0.name == name }) { return .success(scene) }
        let names = configuration.scenes.map(\.name)
        return .failure(
            WireError(
                .unknownScene,
                names.isEmpty
                    ? "there is no scene \"\(name)\"; the configuration has none"
                    : "there is no scene \"\(name)\"; there are: \(names.joined(separator: ", "))",
                data: ["scenes": .array(names.map { .string($0) })]))
    }

    private mutating func applyChoice() {
        guard let current = choice else { return }
        guard current.over == configuredLook else { return choice = nil }
        do throws(ConfigurationErrors) {
            configuration = try source.load(look: current.look)
        } catch {
            choice = nil
            warnings = ["the look \(current.look), which was chosen earlier, cannot be used:"] + error.lines
        }
    }
}
