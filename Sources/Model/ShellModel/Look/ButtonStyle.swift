/// The prominent tab's disc.
public struct ButtonStyle: Equatable, Sendable {
    public enum Gradient: String, Sendable, CaseIterable {
        /// From the bottom leading to the top trailing corner.
        case rising
        /// From the top leading to the bottom trailing corner.
        case falling
    }

    public var diameter = 56.0
    /// The thickness of the ring around the gradient, within the diameter.
    public var ring = 0.0
    public var gradient = Gradient.falling
    /// The side length of its icon.
    public var icon = 24.0
    public var centerY = 28.0
    public var shadow = ShadowStyle(opacity: 0, sigma: 8, offsetY: 4)
    /// The rotation of the icon while the button's sheet or menu is open, in degrees clockwise.
    public var openRotation = 45.0
}

/// The menu that fans out of the prominent button.
public struct MenuStyle: Equatable, Sendable {
    /// The diameter of an action's disc.
    public var disc = 44.0
    /// The side length of an action's icon.
    public var icon = 20.0
    /// The gap between discs, and between the nearest disc and the button.
    public var spacing = 16.0
    public var labelSize = 15.0
    public var labelWeight = 600
    public var labelGap = 12.0
    /// The initial size of an appearing action, as a factor.
    public var startScale = 0.5
    /// The delay between the appearance of one action and the next farther one, in seconds.
    public var stagger = 0.05
}

/// A page presented over the others.
public struct SheetStyle: Equatable, Sendable {
    public var cornerRadius = 16.0
    /// The gap above it.
    public var top = 48.0
    /// The maximum width; the sheet is centred on a wider screen.
    public var maximumWidth = 640.0

    public init() {}
}
