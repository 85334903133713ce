// SPDX-License-Identifier: MIT
import TabConfig
import ShellModel

/// A text that is part of a configuration.
public struct ConfigurationText: Equatable, Sendable {
    /// As a person calls it.
    public var file: String
    public var text: String

    public init(file: String, text: String) {
        self.file = file
        self.text = text
    }
}

/// Makes a configuration of texts: the look that is wanted, and the user's own values over it. It reads no file itself.
public struct ConfigurationReader {
    /// The user's own looks, by name.
    public var looks: (String) -> ConfigurationText?
    /// Every look that can be had, for suggestions.
    public var lookNames: [String]
    public var icons: IconResolver

    /// The names at the outermost level that are not the look's.
    static let outermost = KeyDescription.outermost.map(\.name) + KeyDescription.arrays

    public init(
        lookNames: [String] = ConfigurationLoader.builtInLooks, icons: IconResolver,
        looks: @escaping (String) -> ConfigurationText? = { _ in nil }
    ) {
        self.looks = looks
        self.lookNames = lookNames
        self.icons = icons
    }

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - user: the user's file; nil is none.
    ///   - look: the look to take in the place of the one that the file names.
    /// - Throws: ``ConfigurationErrors``: everything that is wrong, in the order of the files and lines.
    public func read(user: ConfigurationText?, look: String? = nil) throws(ConfigurationErrors) -> Configuration {
        let stack = ConfigStack(user: user, look: look, lookNames: lookNames) { BuiltInLooks.text(of: $0) ?? looks($0) }
        let problems = Diagnostics(stack.layers)
        if let (message, layer) = stack.missing {
            if let layer { problems.add(message, at: .root + "look", in: layer) }
        }
        let configuration = read(stack, problems)
        var errors = stack.faults + problems.found
        if let (message, layer) = stack.missing, layer == nil {
            errors.insert(ConfigurationError(file: "--look", message: message), at: 0)
        }
        guard errors.isEmpty else { throw ConfigurationErrors(errors) }
        do throws(CommandError) {
            return try configuration.get()
        } catch {
            // All that it refuses was looked for; this is for what it may refuse one day.
            let file = stack.layers.last?.file ?? stack.look
            throw ConfigurationErrors([
                ConfigurationError(file: file, message: "no bar can be made of this: \(error)")
            ])
        }
    }

    private func read(_ stack: ConfigStack, _ problems: Diagnostics) -> Result<Configuration, CommandError> {
        var lookReader = LookReader(problems)
        for layer in stack.layers { lookReader.take(layer, others: Self.outermost) }
        let look = lookReader.finished(name: stack.look)

        let layers = stack.layers.filter { !$0.isBackground }
        let _: String? = latest("look", of: layers) { problems.text($0) }
        let theme = latest("icon_theme", of: layers) { problems.text($0) }
        let panel = latest("panel", of: layers) { problems.program($0) } ?? ["tabshell-panel"]
        let appearance: Appearance? = latest("appearance", of: layers) { problems.choice($0) }
        let isComplete = stack.missing == nil && stack.faults.isEmpty
        var builder = ConfigurationBuilder(problems, isComplete: isComplete) { icon($0, theme, stack.layers, problems) }
        for layer in layers { builder.take(layer) }
        // Without its look, or without a file, a bar lacks what is no fault of those that are there.
        guard isComplete else { return .failure(.noTabs) }
        let (tabs, actions) = builder.build(look: look)
        var scenes: [ScenePreset] = []
        let sceneReader = SceneReader(problems, tabs: tabs, look: look)
        for scene in layers.flatMap({ sceneReader.scenes($0, isLast: $0.rank == layers.last?.rank) }) {
            scenes.removeAll { $0.name == scene.name }
            scenes.append(scene)
        }
        var programs: [Program: [String]] = [.panel: panel]
        for (tab, program) in builder.tabPrograms { programs[.page(tab)] = program }
        do throws(CommandError) {
            return .success(
                Configuration(
                    setup: try ShellConfiguration(tabs: tabs, actions: actions, look: look), programs: programs,
                    actionPrograms: builder.actionPrograms, scenes: scenes, appearance: appearance))
        } catch {
            return .failure(error)
        }
    }

    /// What the last file says that says anything of a key; all are checked.
    private func latest<Value>(_ key: String, of layers: [ConfigLayer], _ read: (Entry) -> Value?) -> Value? {
        layers.compactMap { $0.entry(key).flatMap(read) }.last
    }

    private func icon(_ name: Located<String>, _ theme: String?, _ layers: [ConfigLayer], _ problems: Diagnostics)
        -> String?
    {
        if icons.builtIn.contains(name.value) { return name.value }
        let file = layers.indices.contains(name.layer) ? layers[name.layer].file : ""
        let folder = file.hasPrefix("/") ? file.lastIndex(of: "/").map { String(file[..<$0]) } : nil
        do throws(IconDiagnostic) {
            return try icons.find(name.value, theme, folder)
        } catch {
            var message = "there is no icon \(name.value.quoted): \(error.message)"
            let hint = Diagnostics.hint(name.value, icons.builtIn)
            if hint.isEmpty, !name.value.contains("/"), !name.value.hasSuffix(".svg"), !name.value.hasSuffix(".png") {
                message += "; built in are: \(icons.builtIn.filter { !$0.hasSuffix(".fill") }.listed)"
            }
            problems.add(message + hint, at: name)
            return nil
        }
    }
}
