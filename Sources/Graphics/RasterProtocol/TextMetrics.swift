/// The position of a text in its mask, in buffer pixels from the mask's top left corner. The mask holds all of the ink,
/// which may extend beyond the text's box, so texts are positioned by baseline and advance.
public struct TextMetrics: Equatable, Sendable {
    /// The left edge of the text's box: 0 or more.
    public var originX: Int
    /// The baseline: the lower edge of letters that do not descend.
    public var baseline: Int
    /// The width of the text's box.
    public var advance: Double

    public init(originX: Int, baseline: Int, advance: Double) {
        self.originX = originX
        self.baseline = baseline
        self.advance = advance
    }
}
