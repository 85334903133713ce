// SPDX-License-Identifier: MIT
import BarGeometry

/// The parts of the bar's scene that follow from the state and not from the animation. It costs more than the rest of a
/// frame's scene, so it is kept from frame to frame.
public struct SceneLayout: Equatable, Sendable {
    /// The size of the surface, logical px.
    let width: Double
    let height: Double
    let bar: BarLayout
    let parts: [BarPart]

    /// True if the layout is the same at all times: no row of tabs is scrolled.
    public var isConstant: Bool { bar.scrolledRow == nil }
}
