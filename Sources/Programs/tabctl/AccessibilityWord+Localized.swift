// SPDX-License-Identifier: MIT
import Localization
import ShellModel

extension AccessibilityWord {
    /// The part in the language of the terminal. A role or an action without a word there keeps its name.
    var localizedText: String {
        switch self {
        case .role(let role): role.localizedText
        case .value(let value): localized("value \"\(value)\"")
        case .level(let level): localized("level \(level)")
        case .selected: localized("selected")
        case .expanded: localized("expanded")
        case .collapsed: localized("collapsed")
        case .disabled: localized("disabled")
        case .modal: localized("modal")
        case .place(let place, let count): localized("\(place) of \(count)", context: "place")
        case .bounds(let position, let size): localized("at \(position) \(size)")
        case .action(let action):
            localized(word: action.rawValue, context: "action", among: ["click", "showContextMenu"])
        }
    }
}

extension AccessibilityRole {
    /// The ordinary word of the language's screen readers; in English the name in the protocol.
    fileprivate var localizedText: String {
        // Translators: the word of screen readers for this role of AccessKit.
        localized(
            word: rawValue, context: "role",
            among: [
                "alert", "button", "checkBox", "code", "dialog", "figure", "group", "heading", "label", "link", "list",
                "listItem",
                "menu", "menuItem", "meter", "paragraph", "searchInput", "status", "tab", "tabList", "tabPanel",
                "textInput",
                "window",
            ])
    }
}
