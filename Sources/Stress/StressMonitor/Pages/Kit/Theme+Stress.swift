import Geometry
import PageKit

extension Theme {
    /// The colour of a category for dots and bars: with more contrast the same, with an ``outline``.
    func color(of category: StressLevel.Category?) -> Color {
        // Only light cards have a shadow.
        let own: Theme = shadow == nil ? .dark : .light
        return switch category {
        case .relaxed: own.accentEnd
        case .usual: own.accent
        case .elevated: Color(rgb: 0xF4B45C)
        case .high: Self.alert
        case nil: tertiary
        }
    }

    /// The colour, if any, of the lines around dots, bars and curves, which carry the contrast if the user prefers more of it.
    var outline: Color? { contrast == .more ? ink : nil }

    func textColor(of category: StressLevel.Category) -> Color {
        guard shadow != nil else { return category == .relaxed ? accentText : legible(color(of: category)) }
        return switch category {
        case .relaxed: legible(Color(rgb: 0x0F7480))
        case .usual: accentText
        case .elevated: legible(Color(rgb: 0x8F5A0C))
        case .high: legible(Color(rgb: 0xB8433A))
        }
    }
}
