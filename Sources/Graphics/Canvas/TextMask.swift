// SPDX-License-Identifier: MIT

/// A line of text as a mask, with its metrics in buffer pixels from the mask's top left corner.
///
/// The mask holds all of the ink, which may extend beyond the text's box. So a text is centred by its advance and placed
/// on its baseline, not by the sides of the mask.
public struct TextMask {
    /// The coverage, A8.
    public let bitmap: Bitmap
    /// The left edge of the text's box.
    public let originX: Int
    /// The baseline: the lower edge of letters that do not descend.
    public let baseline: Int
    /// The width of the text's box.
    public let advance: Double

    /// A mask and its metrics.
    public init(bitmap: Bitmap, originX: Int, baseline: Int, advance: Double) {
        self.bitmap = bitmap
        self.originX = originX
        self.baseline = baseline
        self.advance = advance
    }
}
