// SPDX-License-Identifier: MIT
import Geometry

/// The length by which a surface that fills the area outside all exclusive zones extends into the one at an edge.
public struct EdgeOverlap: Equatable, Sendable {
    public var edge: Edge
    /// Logical pixels.
    public var length: Double

    public init(_ edge: Edge = .bottom, _ length: Double = 0) {
        self.edge = edge
        self.length = length
    }
}
