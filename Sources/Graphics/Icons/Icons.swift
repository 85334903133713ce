// SPDX-License-Identifier: MIT

/// The built-in icons, as tables that the build generates from `Definitions`, so that an installed program needs neither
/// a data directory nor a parser.
///
/// They share one box of 24 × 24 and one weight: strokes 2 wide, with round ends and corners. Circles have a diameter of
/// 20, squares are 18 wide, and oblong shapes 20 by 16, so that all look equally large. Most come in two pictures: an
/// outline and, with the suffix `.fill`, a filled one. The three of the default look are filled anyway.
public enum Icons {
    /// The drawing instructions of an icon; nil when there is none of that name.
    public static func definition(named name: String) -> IconDefinition? {
        names.firstIndex(of: name).map { IconDefinition(index: $0) }
    }

    /// The description of an icon for people, a sentence; nil when there is none of that name.
    public static func summary(of name: String) -> String? {
        names.firstIndex(of: name).map { summaries[$0] }
    }

    /// The names of the icons without those of filled ones.
    public static var outlines: [String] { names.filter { !$0.hasSuffix(".fill") } }
}
