// SPDX-License-Identifier: MIT
import TabConfig

/// The files of the looks that are part of tabshell.
public enum BuiltInLooks {
    static let defaultName = "stress-monitor"

    /// The file of a look; nil if there is no built-in look of that name.
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
        return ConfigurationText(file: "\(name).toml", text: String(decoding: bytes, as: UTF8.self))
    }
}
