public import IconTheme
import Localization
import ShellConfig
import ShellModel

/// Returns the name of a built-in icon, or the absolute path of a file.
///
/// - Parameters:
///   - name: the name of a built-in icon, a path, or a name in an icon theme.
///   - theme: the configured icon theme.
///   - folder: the folder of the file that names the icon.
public typealias IconFinder = (_ name: String, _ theme: String?, _ folder: String?) throws(IconError) -> String

/// Makes a configuration from the texts of its files: the selected look, and the user's own values over it.
public struct ConfigurationReader {
    /// Finds one of the user's own looks by its name.
    public var looks: (String) -> ConfigurationText?
    /// The names of all looks, for suggestions.
    public var lookNames: [String]
    private let findIcon: IconFinder

    public init(
        lookNames: [String] = ConfigurationLoader.builtInLooks, icon: @escaping IconFinder,
        looks: @escaping (String) -> ConfigurationText? = { _ in nil }
    ) {
        self.looks = looks
        self.lookNames = lookNames
        findIcon = icon
    }

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - user: the user's file, if any.
    ///   - tabs: the file with changes of the tabs, if any.
    ///   - look: the look to use instead of the one that the files name.
    /// - Throws: ``ConfigurationErrors``: all errors, in the order of the files and lines.
    public func read(
        user: ConfigurationText?, tabs: ConfigurationText? = nil, look: String? = nil
    ) throws(ConfigurationErrors) -> Configuration {
        let stack = stack(user, tabs, look: look)
        let diagnostics = Diagnostics(stack.layers)
        var errors = stack.syntaxErrors
        if let (message, layer) = stack.missingLook {
            if let layer, let entry = stack.layers[layer].entry("look") {
                diagnostics.add(message, at: entry)
            } else {
                errors.insert(ConfigurationError(file: "--look", message: message), at: 0)
            }
        }
        let configuration = read(stack, diagnostics)
        errors += diagnostics.errors
        guard errors.isEmpty else { throw ConfigurationErrors(errors) }
        do throws(CommandError) {
            return try configuration.get()
        } catch {
            // The model's own check. It finds nothing new after the reader.
            let file = stack.layers.last?.file ?? stack.look
            throw ConfigurationErrors([
                ConfigurationError(file: file, message: localized("this configuration is invalid: \(error)"))
            ])
        }
    }

    private func stack(_ user: ConfigurationText?, _ tabs: ConfigurationText?, look: String?) -> ConfigStack {
        ConfigStack(user: user, tabs: tabs, look: look, lookNames: lookNames) {
            BuiltInLooks.text(of: $0) ?? looks($0)
        }
    }

    private func read(_ stack: ConfigStack, _ diagnostics: Diagnostics) -> Result<Configuration, CommandError> {
        var lookReader = LookReader(diagnostics)
        for layer in stack.layers { lookReader.apply(layer, ignoring: KeyNames.topLevel + KeyNames.tables) }
        let look = lookReader.resolvedLook(name: stack.look)

        let layers = stack.layers.filter { !$0.isBackground }
        let _: String? = topmost("look", of: layers) { diagnostics.text($0) }
        let theme = topmost("icon_theme", of: layers) { diagnostics.text($0) }
        let panel = topmost("panel", of: layers) { diagnostics.program($0) } ?? ["tabshell-panel"]
        let compositor = topmost("compositor", of: layers) { diagnostics.program($0) }
        let browsers = topmost("browsers", of: layers) { diagnostics.browsers($0) }
        let appearance = topmost("appearance", of: layers) { diagnostics.appearance($0) }
        let timeout: Double?? = topmost("unresponsive_timeout", of: layers) {
            diagnostics.timeout($0, in: 1...86_400)
        }
        let allowsScreenshots = topmost("screenshots", of: layers) { diagnostics.boolean($0) } ?? false
        let hasBridge = topmost("accessibility", of: layers) { bridge($0, diagnostics) } ?? false
        var builder = ConfigurationBuilder(
            diagnostics, isComplete: stack.isComplete, browsers: browsers ?? WebPage.defaultBrowsers,
            iconTheme: theme
        ) {
            icon($0, theme, stack.layers, diagnostics)
        }
        for layer in layers {
            builder.apply(layer) { tab in
                stack.otherLooks.first { name in
                    self.stack(nil, nil, look: name).layers.contains {
                        !$0.isBackground && TabsDocument($0.values).tabs.compactMap(TabsDocument.id).contains(tab)
                    }
                }.map { localized("this changes the tab \(tab.quoted) of \($0); \(stack.look) has none") }
            }
        }
        // A missing file may have the targets of the other files' references.
        guard stack.isComplete else { return .failure(.noTabs) }
        let (tabs, actions) = builder.build(look: look)
        var kiosk = KioskReader(diagnostics, tabs: tabs, actions: actions, lookNames: lookNames)
        for layer in layers { kiosk.apply(layer) }
        var programs: [Program: [String]] = [.panel: panel]
        for (tab, program) in builder.tabPrograms { programs[.page(tab)] = program }
        if hasBridge { programs[.bridge] = [ScreenReaderBridge.program] }
        do throws(CommandError) {
            return .success(
                Configuration(
                    setup: try ShellConfiguration(
                        tabs: tabs, actions: actions, look: look, hasBridge: hasBridge, kiosk: kiosk.rules,
                        lock: kiosk.lock),
                    programs: programs, actionPrograms: builder.actionPrograms,
                    hooks: HookReader(diagnostics: diagnostics).hooks(layers), keptTabs: builder.keptTabs,
                    appearance: appearance ?? nil,
                    unresponsiveTimeout: timeout ?? Configuration.defaultUnresponsiveTimeout, compositor: compositor,
                    tabsText: layers.last.map { $0.isTabsFile ? TabsDocument($0.values).text : "" } ?? "",
                    lockHash: kiosk.lockHash, shellControllers: builder.shellControllers,
                    controllingActions: builder.controllingActions,
                    networkTabs: builder.networkTabs, directories: builder.directories,
                    allowsScreenshots: allowsScreenshots))
        } catch {
            return .failure(error)
        }
    }

    /// The value of a key in the topmost file with it. The values in the others are checked as well.
    private func topmost<Value>(_ key: String, of layers: [ConfigLayer], _ read: (ConfigEntry) -> Value?) -> Value? {
        layers.compactMap { $0.entry(key).flatMap(read) }.last
    }

    private func bridge(_ table: ConfigEntry, _ diagnostics: Diagnostics) -> Bool? {
        diagnostics.members(table, allowed: KeyNames.accessibility)?["bridge"].flatMap { diagnostics.boolean($0) }
    }

    private func icon(
        _ name: Located<String>, _ theme: String?, _ layers: [ConfigLayer], _ diagnostics: Diagnostics
    ) -> String? {
        let folder = layers.indices.contains(name.location.layer) ? layers[name.location.layer].folder : nil
        do throws(IconError) {
            return try findIcon(name.value, theme, folder)
        } catch {
            var message = localized("unknown icon \(name.value.quoted): \(error.reason)")
            if !error.suggestions.isEmpty {
                message += localized("; did you mean \(alternatives(error.suggestions.map { "\"\($0)\"" }))?")
            } else if !name.value.contains("/"), !name.value.hasSuffix(".svg"), !name.value.hasSuffix(".png") {
                message += localized("; `tabctl icons` lists those that are built in")
            }
            return diagnostics.reject(message, at: name)
        }
    }
}
