// SPDX-License-Identifier: MIT
import ShellModel

extension HitRegion.Target {
    /// The identifier of the target's node in the accessibility tree.
    public var accessibilityID: String {
        switch self {
        case .tab(let tab): "tab/\(tab)"
        case .expandBar: "expand"
        case .action(let action): "action/\(action)"
        case .closeMenu: "close"
        case .retry: "retry"
        }
    }

    /// Parses an ``accessibilityID``; nil for any other text.
    public init?(accessibilityID id: String) {
        let parts = id.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("tab", 2): self = .tab(TabID(rawValue: parts[1]))
        case ("action", 2): self = .action(ActionID(rawValue: parts[1]))
        case ("expand", 1): self = .expandBar
        case ("close", 1): self = .closeMenu
        case ("retry", 1): self = .retry
        default: return nil
        }
    }
}
