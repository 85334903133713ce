// SPDX-License-Identifier: MIT
import Localization
import ShellModel

extension AccessibilityWord {
    /// The part in the language of the terminal. A role or an action that has no word there keeps its name.
    var localizedText: String {
        switch self {
        case .role(let role): role.word
        case .value(let value): localized("value \"\(value)\"")
        case .level(let level): localized("level \(level)")
        case .selected: localized("selected")
        case .expanded: localized("expanded")
        case .collapsed: localized("collapsed")
        case .disabled: localized("disabled")
        case .modal: localized("modal")
        case .place(let place, let count): localized("\(place) of \(count)", context: "place")
        case .action(let action): action.word
        case .bounds(let position, let size): localized("at \(position) \(size)")
        }
    }
}

extension AccessibilityAction {
    fileprivate var word: String {
        switch rawValue {
        case "click": localized("click", context: "action")
        case "showContextMenu": localized("showContextMenu", context: "action")
        default: rawValue
        }
    }
}

extension AccessibilityRole {
    /// The ordinary word of the language's screen readers; in English the name in the protocol.
    fileprivate var word: String {
        switch rawValue {
        // Translators: the word of screen readers for this role of AccessKit.
        case "alert": localized("alert", context: "role")
        case "button": localized("button", context: "role")
        case "checkBox": localized("checkBox", context: "role")
        case "code": localized("code", context: "role")
        case "dialog": localized("dialog", context: "role")
        case "figure": localized("figure", context: "role")
        case "group": localized("group", context: "role")
        case "heading": localized("heading", context: "role")
        case "label": localized("label", context: "role")
        case "link": localized("link", context: "role")
        case "list": localized("list", context: "role")
        case "listItem": localized("listItem", context: "role")
        case "menu": localized("menu", context: "role")
        case "menuItem": localized("menuItem", context: "role")
        case "meter": localized("meter", context: "role")
        case "paragraph": localized("paragraph", context: "role")
        case "searchInput": localized("searchInput", context: "role")
        case "status": localized("status", context: "role")
        case "tab": localized("tab", context: "role")
        case "tabList": localized("tabList", context: "role")
        case "tabPanel": localized("tabPanel", context: "role")
        case "textInput": localized("textInput", context: "role")
        case "window": localized("window", context: "role")
        default: rawValue
        }
    }
}
