// SPDX-License-Identifier: MIT
public import Geometry

/// The place of a surface that fills what exclusive zones leave of an output. No protocol reports it: it follows from
/// the size.
public enum FillingSurface {
    /// The greatest height that something else than an on-screen keyboard takes, logical px. A keyboard is at the lower edge.
    private static let maximumHeight = 120.0

    /// Returns the origin of a surface on its output.
    ///
    /// - Parameters:
    ///   - size: the surface's.
    ///   - screen: the output's.
    ///   - edge: the bar's edge.
    ///   - zone: the part of the output that the bar takes from the surface there.
    public static func origin(of size: Size, on screen: Size, edge: Edge, zone: Double) -> Point {
        let (across, down) = (max(screen.width - size.width, 0), max(screen.height - size.height, 0))
        // The rest beside the bar's zone is taken by something along the upper edge.
        let above = edge == .top ? down : down - (edge == .bottom ? zone : 0)
        let isAbove = edge == .top || (0...maximumHeight).contains(above)
        return Point(x: edge == .left ? across : 0, y: isAbove ? above : 0)
    }
}
