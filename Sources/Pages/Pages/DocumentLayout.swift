// SPDX-License-Identifier: MIT

package import Geometry
package import PageKit

/// Where the parts of a document's page are; logical pixels. What scrolls is given for a page at its top.
package struct DocumentLayout: Equatable, Sendable {
    /// The column that everything stands in.
    package let column: Rect
    /// The baseline of the page's title; nil where the document has one of its own.
    package let titleBaseline: Double?
    package let titleSize: Double
    package let noteSize: Double
    /// Where what went wrong, or else the document, begins.
    package let top: Double
    /// What is kept free below the document.
    package let below: Double

    /// - Parameters:
    ///   - hasTitle: whether the page says what it is.
    ///   - isText: whether the document is to be read, and not looked through: lines that are too long tire the eye.
    package init(_ context: PageContext, hasTitle: Bool, isText: Bool) {
        let free = context.safeArea
        let isTight = free.width < 400 || free.height < 620
        let textScale = min(max(context.textScale, 0.8), 2.4)
        let margin = isTight ? 18.0 : free.width >= 700 ? 36 : 22
        let width = min(max(free.width - 2 * margin, 0), (isText ? 680 : 900) * max(textScale, 1))
        column = Rect(
            x: (free.x + (free.width - width) / 2).rounded(), y: free.y, width: width, height: free.height)
        let start = free.y + (context.isSheet ? 6 : margin)
        titleSize = (isTight ? 24 : 32) * textScale
        noteSize = 15 * textScale
        if hasTitle {
            let baseline = (start + titleSize * 1.06).rounded()
            titleBaseline = baseline
            top = (baseline + noteSize * 1.6 + (isTight ? 16 : 24)).rounded()
        } else {
            titleBaseline = nil
            top = start.rounded()
        }
        below = margin + context.insets.bottom
    }
}
