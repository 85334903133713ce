public import Geometry

/// The place of a surface that fills the area outside an output's exclusive zones, derived from the size: no protocol reports it.
public enum FillingSurface {
    /// The maximum height of anything but an on-screen keyboard, logical px. A keyboard is at the lower edge.
    private static let maximumHeight = 120.0

    /// - Parameter zone: the part of the output that the bar takes from the surface at its edge.
    public static func origin(of size: Size, on screen: Size, edge: Edge, zone: Double) -> Point {
        let (across, down) = (max(screen.width - size.width, 0), max(screen.height - size.height, 0))
        // The rest beside the bar's zone belongs to a surface along the upper edge.
        let above = edge == .top ? down : down - (edge == .bottom ? zone : 0)
        let isAbove = edge == .top || (0...maximumHeight).contains(above)
        return Point(x: edge == .left ? across : 0, y: isAbove ? above : 0)
    }
}
