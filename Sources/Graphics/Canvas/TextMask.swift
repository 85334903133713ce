// SPDX-License-Identifier: MIT

/// A line of text as a mask, and where the text lies in it: in buffer pixels from the mask's top left corner.
///
/// The ink may stand out over the text's box, and the mask holds it all. So a text is centred by its advance and set on
/// its baseline, not by the mask's own sides.
public struct TextMask {
    /// The coverage, A8.
    public let bitmap: Bitmap
    /// Where the text's box begins at the left.
    public let originX: Int
    /// The lower edge of letters that do not descend.
    public let baseline: Int
    /// The width of the text's box.
    public let advance: Double

    /// A text of a mask and its metrics.
    public init(bitmap: Bitmap, originX: Int, baseline: Int, advance: Double) {
        self.bitmap = bitmap
        self.originX = originX
        self.baseline = baseline
        self.advance = advance
    }
}
