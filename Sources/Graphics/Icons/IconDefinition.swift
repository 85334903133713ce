// SPDX-License-Identifier: MIT

/// One picture of an icon, in a box of 24 × 24: what is drawn, what is taken out of that, and what is drawn over both.
public struct IconDefinition: Equatable, Sendable {
    /// The length of the box's sides.
    public static let side = 24.0

    /// What is drawn first.
    public var parts: [IconPart]
    /// What is taken out of it, as far as it would be painted.
    public var cut: [IconPart]
    /// What is drawn last.
    public var over: [IconPart]

    init(_ parts: [IconPart], cut: [IconPart] = [], over: [IconPart] = []) {
        self.parts = parts
        self.cut = cut
        self.over = over
    }
}
