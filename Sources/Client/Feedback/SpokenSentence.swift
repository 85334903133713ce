import Localization

/// The sentences that the bar speaks. All of them are here, each as a whole.
enum SpokenSentence {
    static var speechOn: String { localized("Speech on") }
    static var folded: String { localized("Tab bar folded") }
    static var unfolded: String { localized("Tab bar unfolded") }
    static var menuClosed: String { localized("Menu closed") }
    static var noErrors: String { localized("The configuration has no more errors") }

    static func menuOpened(_ name: String, actions: Int) -> String {
        localized(actions, one: "\(name), menu, 1 action", other: "\(name), menu, \(actions) actions")
    }

    static func sheetShown(_ title: String) -> String { localized("\(title), sheet") }
    static func sheetClosed(_ title: String) -> String { localized("\(title) closed") }
    static func restarting(_ title: String) -> String { localized("\(title) is being restarted") }
    static func recovered(_ title: String) -> String { localized("\(title) is back") }

    // The parts of a node's description, joined by commas.

    static var selected: String { localized("selected") }
    static var button: String { localized("button") }
    static func position(_ index: Int, of count: Int) -> String { localized("\(index) of \(count)") }

    static func list(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Joins sentences. Each except the last gets a full stop, where a voice pauses, unless it ends with its own mark.
    static func sentences(_ parts: [String]) -> String {
        let parts = parts.filter { !$0.isEmpty }
        let ended = parts.dropLast().map { $0.last.map(ends.contains) ?? true ? $0 : $0 + "." }
        return (ended + parts.suffix(1)).joined(separator: " ")
    }

    private static let ends: [Character] = [".", "!", "?", "…", "。", "！", "？"]
}
