// SPDX-License-Identifier: MIT

/// The prominent tab's disc.
public struct ButtonStyle: Equatable, Sendable {
    /// Which way the gradient runs.
    public enum Gradient: String, Sendable, CaseIterable {
        /// From the bottom leading to the top trailing corner.
        case rising
        /// From the top leading to the bottom trailing corner.
        case falling
    }

    public var diameter = 56.0
    /// How thick the ring around the gradient is, within the diameter.
    public var ring = 0.0
    public var gradient = Gradient.falling
    /// The side of its icon.
    public var icon = 24.0
    /// Where its centre stands.
    public var centerY = 28.0
    public var shadow = ShadowStyle(opacity: 0, sigma: 8, offsetY: 4)
    /// How far the icon turns while the button's sheet or menu is open, in degrees clockwise.
    public var openRotation = 45.0

    public init() {}
}

/// The menu that fans out of the prominent button.
public struct MenuStyle: Equatable, Sendable {
    /// The diameter of an action's disc, and the side of its icon.
    public var disc = 44.0
    public var icon = 20.0
    /// Between discs, and between the nearest disc and the button.
    public var spacing = 16.0
    public var labelSize = 15.0
    public var labelWeight = 600
    public var labelGap = 12.0
    /// The size at which an action comes in, as a factor.
    public var startScale = 0.5
    /// Seconds from one action's entrance to the next one's, from the nearest to the farthest.
    public var stagger = 0.05

    public init() {}
}

/// A page that is presented over the others for a moment.
public struct SheetStyle: Equatable, Sendable {
    public var cornerRadius = 16.0
    /// What is left free above it.
    public var top = 48.0
    /// The widest it gets; it is centred on a wider screen.
    public var maximumWidth = 640.0

    public init() {}
}
