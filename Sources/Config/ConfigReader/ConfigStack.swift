// SPDX-License-Identifier: MIT
import TOMLText
import TabConfig

/// The files of a configuration from the bottom up: the default look, the look that is wanted with those that it goes
/// over, and the user's own file.
struct ConfigStack {
    private(set) var layers: [ConfigLayer] = []
    /// The name of the look that is wanted.
    private(set) var look: String
    /// What is no TOML.
    private(set) var faults: [ConfigurationError] = []
    /// Why the look cannot be had, and the layer that names it; none where the command line does.
    private(set) var missing: (message: String, layer: Int?)?

    /// How many looks may go over one another.
    private static let deepest = 8

    /// - Parameters:
    ///   - wanted: the look to take in the place of the one that the user's file names.
    ///   - text: finds a look's file.
    init(user: ConfigurationText?, look wanted: String?, lookNames: [String], text: (String) -> ConfigurationText?) {
        look = wanted ?? BuiltInLooks.defaultName
        if let user, let named = add(user), wanted == nil { look = named }
        var next: String? = look
        var seen: [String] = []
        while let name = next {
            let namer = seen.isEmpty && wanted != nil || layers.isEmpty ? nil : 0
            if seen.contains(name) || seen.count == Self.deepest {
                missing = ("this look is made of itself: \((seen + [name]).joined(separator: " → "))", namer)
                break
            }
            guard let found = text(name) else {
                let there = "there are: \(lookNames.listed)\(Diagnostics.hint(name, lookNames))"
                missing = ("there is no look \(name.quoted); \(there)", namer)
                break
            }
            seen.append(name)
            next = add(found)
        }
        // What a look does not say is as in the default one, down to which colours are made of which.
        if !seen.contains(BuiltInLooks.defaultName), let found = text(BuiltInLooks.defaultName) {
            let count = layers.count
            _ = add(found)
            if layers.count > count { layers[0].isBackground = true }
        }
        // The layer that names the missing look was the lowest then; the default one may have come below it.
        if let (message, layer) = missing, layer != nil {
            missing = (message, layers.first?.isBackground ?? false ? 1 : 0)
        }
        for index in layers.indices { layers[index].rank = index }
    }

    /// Puts a file under those that are there already, and answers the look that it goes over.
    private mutating func add(_ source: ConfigurationText) -> String? {
        do throws(TOMLFault) {
            let (values, locator) = try SourceText.parse(source.text)
            layers.insert(ConfigLayer(file: source.file, values: values, locator: locator), at: 0)
        } catch {
            faults.append(ConfigurationError(file: source.file, line: error.line, message: error.message))
            return nil
        }
        guard case .string(let name)? = layers.first?.values["look"], !name.isEmpty else { return nil }
        return name
    }
}
