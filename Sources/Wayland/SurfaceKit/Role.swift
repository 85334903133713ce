// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// Where a surface stands on the screen.
public enum Role: Sendable {
    case layer(LayerPlacement)
    /// An ordinary window, for compositors without layers.
    case window(title: String, appID: String, height: Double?)
}

/// A place among the layers of wlr-layer-shell. Lengths are logical pixels.
public struct LayerPlacement: Equatable, Sendable {
    public enum Layer: Sendable {
        case background
        case bottom
        case top
        case overlay
    }

    /// What a compositor may tell surfaces apart by.
    public var namespace: String
    public var layer: Layer
    /// The height of a surface along the bottom edge; nil for one that stands on all four edges.
    public var height: Double?
    /// How much other surfaces keep away from the bottom edge; 0 keeps away from what others reserve; -1 ignores them.
    public var exclusiveZone: Double

    public init(namespace: String, layer: Layer, height: Double?, exclusiveZone: Double) {
        self.namespace = namespace
        self.layer = layer
        self.height = height
        self.exclusiveZone = exclusiveZone
    }

    /// All of the output, above everything and whatever others reserve: for menus, and for sheets with what they dim.
    public static func overlay(namespace: String) -> LayerPlacement {
        LayerPlacement(namespace: namespace, layer: .overlay, height: nil, exclusiveZone: -1)
    }

    /// What others leave free of the output.
    public static func filling(namespace: String, layer: Layer) -> LayerPlacement {
        LayerPlacement(namespace: namespace, layer: layer, height: nil, exclusiveZone: 0)
    }
}

/// Whether a surface among the layers can have the keyboard.
public enum KeyboardInteractivity: Sendable {
    /// Never.
    case none
    /// When the user gives it the focus, as a window.
    case onDemand
    /// For as long as it stands above the windows, before all others.
    case exclusive
}
