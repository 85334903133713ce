// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import PageKit
internal import StressModel

extension Theme {
    /// The colour of a category for dots and bars.
    func color(of category: StressLevel.Category?) -> Color {
        switch category {
        case .relaxed: accentEnd
        case .usual: accent
        case .elevated: visible(Color(rgb: 0xF4B45C))
        case .high: visible(Self.alert)
        case nil: tertiary
        }
    }

    /// The colour of a category for text.
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
