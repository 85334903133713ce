// SPDX-License-Identifier: MIT

/// Where a text lies within its mask, in buffer pixels from the mask's top left corner.
///
/// The mask holds all of the ink, which may stand out over the text's own box on every side; what is set by its baseline
/// and centred by its advance stands right nevertheless.
public struct TextMetrics: Equatable, Sendable {
    /// Where the text's box begins at the left: 0 or more.
    public var originX: Int
    /// The lower edge of letters that do not descend.
    public var baseline: Int
    /// The width of the text's box.
    public var advance: Double

    /// The metrics of a mask.
    public init(originX: Int, baseline: Int, advance: Double) {
        self.originX = originX
        self.baseline = baseline
        self.advance = advance
    }
}
