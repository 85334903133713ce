import Localization
import TOML
import ShellConfig

/// The files of a configuration from the bottom up: the default look, the selected look above the looks that it extends,
/// the user's own file, and the file with changes of the tabs.
struct ConfigStack {
    private(set) var layers: [ConfigLayer] = []
    private(set) var look: String
    /// The errors of files that are not TOML.
    private(set) var syntaxErrors: [ConfigurationError] = []
    /// The reason for a missing look, and the rank of the layer that names it; nil if the command line does.
    private(set) var missingLook: (message: String, layer: Int?)?

    /// The looks for which the user's files are written, unless they are in force.
    private(set) var otherLooks: [String] = []

    /// True if all files of the configuration exist.
    var isComplete: Bool { missingLook == nil && syntaxErrors.isEmpty }

    /// The maximum number of looks that may extend one another.
    private static let maximumLooks = 8

    /// - Parameters:
    ///   - requestedLook: the look to use instead of the one that the files name.
    ///   - text: finds the file of a look.
    init(
        user: ConfigurationText?, tabs: ConfigurationText?, look requestedLook: String?, lookNames: [String],
        text: (String) -> ConfigurationText?
    ) {
        look = requestedLook ?? BuiltInLooks.defaultName
        /// The layer that names the look to insert next, counted from the top.
        var namer: Int?
        var named: [String] = []
        for (source, isTabsFile) in [(tabs, true), (user, false)] {
            guard let source else { continue }
            let count = layers.count
            let name = insert(source, isTabsFile: isTabsFile)
            if let owner = name ?? (isTabsFile ? nil : BuiltInLooks.defaultName) { named.append(owner) }
            guard let name else { continue }
            if requestedLook == nil, namer == nil { (look, namer) = (name, count) }
        }
        otherLooks = named.filter { $0 != look }
        var next: String? = look
        var seen: [String] = []
        while let name = next {
            if seen.contains(name) || seen.count == Self.maximumLooks {
                missingLook = (
                    localized("this look extends itself: \((seen + [name]).joined(separator: " → "))"), namer
                )
                break
            }
            guard let found = text(name) else {
                let suggestion = Diagnostics.suggestion(name, lookNames)
                missingLook = (
                    localized("unknown look \(name.quoted); available: \(lookNames.listed)\(suggestion)"), namer
                )
                break
            }
            seen.append(name)
            namer = layers.count
            next = insert(found)
        }
        // The default look provides what a look leaves out, including colours that refer to others.
        if !seen.contains(BuiltInLooks.defaultName), let found = text(BuiltInLooks.defaultName) {
            let count = layers.count
            _ = insert(found)
            if layers.count > count { layers[0].isBackground = true }
        }
        if case (let message, let layer?)? = missingLook { missingLook = (message, layers.count - 1 - layer) }
        for index in layers.indices { layers[index].rank = index }
    }

    /// Inserts a file below the others. Returns the name of the look that it extends.
    private mutating func insert(_ source: ConfigurationText, isTabsFile: Bool = false) -> String? {
        do throws(ConfigurationError) {
            layers.insert(ConfigLayer(file: source.file, values: try source.parse(), isTabsFile: isTabsFile), at: 0)
        } catch {
            syntaxErrors.append(error)
            return nil
        }
        guard case .string(let name)? = layers.first?.values["look"]?.value, !name.isEmpty else { return nil }
        return name
    }
}
