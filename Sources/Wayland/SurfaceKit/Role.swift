import Geometry

/// The role of a surface, with its initial state.
public enum Role: Sendable {
    case layer(LayerPlacement)
    /// An ordinary window, for compositors without wlr-layer-shell.
    case window(title: String, appID: String, height: Double?)
}

/// The position in wlr-layer-shell. Lengths are logical pixels.
public struct LayerPlacement: Equatable, Sendable {
    /// A layer, from below to above; the raw values are the protocol's.
    public enum Layer: UInt32, Sendable {
        case background, bottom, top, overlay
    }

    /// The namespace by which a compositor's configuration can match the surface.
    public var namespace: String
    public var layer: Layer
    /// The edge along which a surface with a height lies.
    public var edge: Edge
    /// The height of a surface along an edge, at the left or right edge its width; nil for one anchored to all four edges.
    public var height: Double?
    /// The size of a surface in the middle of the output, away from all edges; nil for all others.
    public var centeredSize: Size?
    /// The length that other surfaces keep clear at the edge; 0 respects their zones, -1 ignores them.
    public var exclusiveZone: Double
    /// The initial ``Surface/overlap``.
    public var overlap = EdgeOverlap()

    public init(namespace: String, layer: Layer, edge: Edge = .bottom, height: Double?, exclusiveZone: Double) {
        self.namespace = namespace
        self.layer = layer
        self.edge = edge
        self.height = height
        self.exclusiveZone = exclusiveZone
    }

    /// The whole output above all other surfaces and exclusive zones: for menus, and for sheets with a dimmed background.
    public static func overlay(namespace: String) -> LayerPlacement {
        LayerPlacement(namespace: namespace, layer: .overlay, height: nil, exclusiveZone: -1)
    }

    /// A surface of a size in the middle of the output, above all others.
    public static func centered(namespace: String, size: Size) -> LayerPlacement {
        var placement = LayerPlacement.overlay(namespace: namespace)
        placement.centeredSize = size
        return placement
    }

    /// The area outside all exclusive zones; see ``Surface/overlap``.
    public static func filling(namespace: String, layer: Layer, overlap: EdgeOverlap = EdgeOverlap()) -> LayerPlacement
    {
        var placement = LayerPlacement(namespace: namespace, layer: layer, height: nil, exclusiveZone: 0)
        placement.overlap = overlap
        return placement
    }
}

/// The keyboard interactivity of a layer surface; the raw values are the protocol's.
public enum KeyboardInteractivity: UInt32, Sendable {
    case none = 0
    /// The surface has the keyboard while the user focuses it, as with a window.
    case onDemand = 2
    /// The surface has the keyboard before all others, if its layer is above the windows.
    case exclusive = 1
}

/// The length by which a surface that fills the area outside all exclusive zones extends into an edge's zone.
public struct EdgeOverlap: Equatable, Sendable {
    public var edge: Edge
    /// Logical pixels.
    public var length: Double

    public init(_ edge: Edge = .bottom, _ length: Double = 0) {
        self.edge = edge
        self.length = length
    }
}
