import Localization
import TOML

/// The files of the built-in looks.
public enum BuiltInLooks {
    static let defaultName = "stress-monitor"

    /// The file of a look; nil without a built-in look of that name.
    public static func text(of name: String) -> ConfigurationText? {
        let bytes: [UInt8]
        switch name {
        case "stress-monitor": bytes = PackageResources.stress_monitor_toml
        case "aspire-budget": bytes = PackageResources.aspire_budget_toml
        case "lucidpal": bytes = PackageResources.lucidpal_toml
        case "swift-kit": bytes = PackageResources.swift_kit_toml
        case "better-fit": bytes = PackageResources.better_fit_toml
        default: return nil
        }
        var text = ConfigurationText(file: "\(name).toml", text: String(decoding: bytes, as: UTF8.self))
        text.isBuiltIn = true
        return text
    }

    /// The keys of tabs, actions and speech with words for people.
    private static let words: Set<String> = [
        "title", "spoken_label", "spoken_hint", "hint", "selected_hint", "one", "many", "dot",
    ]

    /// The values of a look's file with its words in the user's language.
    static func translated(_ root: [String: TOMLNode]) -> [String: TOMLNode] {
        guard Localization.isActive else { return root }
        var root = root
        for name in ["tabs", "actions", "speech"] { root[name] = root[name].map { translated($0) } }
        return root
    }

    private static func translated(_ node: TOMLNode) -> TOMLNode {
        let value: TOMLValue
        switch node.value {
        case .array(let elements): value = .array(elements.map { translated($0) })
        case .table(let members):
            var members = members
            for key in words {
                guard let member = members[key], case .string(let text) = member.value else { continue }
                members[key] = TOMLNode(
                    value: .string(localized(data: text)), position: member.position, keyPosition: member.keyPosition)
            }
            value = .table(members)
        default: return node
        }
        return TOMLNode(value: value, position: node.position, keyPosition: node.keyPosition)
    }
}
