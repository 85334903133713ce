/// A line of text as a mask, with its metrics in buffer pixels from the mask's top left corner. Its ink may extend
/// beyond the text's box, so a text is placed by its advance and its baseline, not by the sides of the mask.
public struct TextMask {
    /// The coverage, A8.
    public let bitmap: Bitmap
    /// The left edge of the text's box.
    public let originX: Int
    /// The baseline: the lower edge of letters that do not descend.
    public let baseline: Int
    /// The width of the text's box.
    public let advance: Double

    public init(bitmap: Bitmap, originX: Int, baseline: Int, advance: Double) {
        self.bitmap = bitmap
        self.originX = originX
        self.baseline = baseline
        self.advance = advance
    }
}
