// SPDX-License-Identifier: MIT

public import Geometry

/// Light or dark.
public enum Appearance: Sendable {
    case light
    case dark
}

/// Everything about its surroundings that a page's picture may depend on.
public struct PageContext: Equatable, Sendable {
    /// Logical pixels.
    public var size: Size
    /// Buffer pixels for a logical pixel.
    public var scale: Double
    /// How much larger than usual the user wants text to be; 1 is usual.
    public var textScale: Double
    /// Light or dark.
    public var appearance: Appearance
    /// Whether the user wants things to change without moving.
    public var reducedMotion: Bool

    /// A context that is usual in everything but its size.
    public init(
        size: Size, scale: Double = 1, textScale: Double = 1, appearance: Appearance = .light,
        reducedMotion: Bool = false
    ) {
        self.size = size
        self.scale = scale
        self.textScale = textScale
        self.appearance = appearance
        self.reducedMotion = reducedMotion
    }
}
