// SPDX-License-Identifier: MIT
public import DocumentText
import Localization

extension DocumentContent {
    /// The content of a text; a problem if it describes far more than its length accounts for.
    public init(_ text: String, as format: DocumentFormat) {
        if let blocks = format.blocks(of: text) {
            self.init(blocks)
        } else {
            self.init(
                problem: Problem(
                    localized("Too complex"), localized("This document is too complex to show.")))
        }
    }
}
