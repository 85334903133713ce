// SPDX-License-Identifier: MIT
import DocumentText
import Localization

extension DocumentContent {
    /// The content of a text; a problem if it describes far more than its length accounts for.
    init(_ text: String, as format: DocumentFormat) {
        if let blocks = format.blocks(of: text) {
            self.init(blocks)
        } else {
            self.init(
                problem: Problem(
                    localized("Too complex"), localized("This document is too complex to show.")))
        }
    }
}
