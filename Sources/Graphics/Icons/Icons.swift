/// The built-in icons, as tables generated from `Definitions`: an installed program needs neither data nor a parser.
///
/// They share one box of 24 × 24 and one weight: strokes 2 wide, with round ends and corners. Circles have a diameter
/// of 20, squares are 18 wide, and oblong shapes 20 by 16, so that all look equally large. Most come in two pictures:
/// an outline and, with the suffix `.fill`, a filled one.
public enum Icons {
    public static func definition(named name: String) -> IconDefinition? {
        names.firstIndex(of: name).map { IconDefinition(index: $0) }
    }

    /// The description of an icon for people, a sentence.
    public static func summary(of name: String) -> String? {
        names.firstIndex(of: name).map { summaries[$0] }
    }

    public static var outlines: [String] { names.filter { !$0.hasSuffix(".fill") } }
}
