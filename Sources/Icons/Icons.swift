// SPDX-License-Identifier: MIT

/// The icons that are part of the program, as SVG, so that an installed binary needs no data directory.
///
/// They share one box of 24 × 24 and one weight: filled shapes with round corners that leave 2 free at the sides.
public enum Icons {
    /// The names, in the order of the default look's tabs.
    public static let names = ["home", "flash", "growth"]

    /// The SVG text of an icon, or nil when there is none of that name.
    public static func svg(named name: String) -> String? {
        switch name {
        case "home": home
        case "flash": flash
        case "growth": growth
        default: nil
        }
    }
}
