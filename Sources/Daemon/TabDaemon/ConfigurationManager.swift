// SPDX-License-Identifier: MIT
import EventLoop
import TabConfig
import ShellModel
import TabshellIPC

/// The active configuration: the files' configuration, and a look selected at run time in place of the configured one.
struct ConfigurationManager {
    /// A look selected in place of the configured one. It is valid for as long as the configuration names that one.
    struct LookOverride: Equatable {
        var look: String
        var over: String
    }

    private let loader: ConfigurationLoader
    private(set) var configuration: Configuration
    private(set) var lookOverride: LookOverride?
    /// Problems of the last load that did not prevent it, one line each.
    private(set) var warnings: [String] = []
    /// The look of the files.
    private var configuredLook: String

    /// - Parameter lookOverride: the override of the previous daemon.
    /// - Throws: ``ConfigurationErrors`` when the files cannot be used.
    init(_ loader: ConfigurationLoader, lookOverride: LookOverride?) throws(ConfigurationErrors) {
        self.loader = loader
        configuration = try loader.load()
        configuredLook = configuration.setup.look.name
        self.lookOverride = lookOverride
        applyOverride()
    }

    var lookNames: [String] { loader.lookNames }
    /// The paths of the user's file and looks, which need not exist.
    var watchedPaths: [String] { [loader.file].compactMap(\.self) }
    var watchedLooks: FileWatcher.Pattern? { loader.lookFiles }

    /// Reads the files again.
    ///
    /// - Throws: ``ConfigurationErrors``; the configuration is unchanged.
    mutating func reload() throws(ConfigurationErrors) {
        configuration = try loader.load()
        configuredLook = configuration.setup.look.name
        warnings = []
        applyOverride()
    }

    /// Selects a look in place of the configured one.
    ///
    /// - Throws: ``ConfigurationErrors`` when the look contradicts the user's values; the configuration is unchanged.
    mutating func selectLook(_ look: String) throws(ConfigurationErrors) {
        configuration = try loader.load(look: look)
        lookOverride = look == configuredLook ? nil : LookOverride(look: look, over: configuredLook)
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

    private mutating func applyOverride() {
        guard let current = lookOverride else { return }
        guard current.over == configuredLook else { return lookOverride = nil }
        do throws(ConfigurationErrors) {
            configuration = try loader.load(look: current.look)
        } catch {
            lookOverride = nil
            warnings = ["the look \(current.look), which was selected earlier, cannot be used:"] + error.lines
        }
    }
}
