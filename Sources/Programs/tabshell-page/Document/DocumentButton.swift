// SPDX-License-Identifier: MIT

/// A button of a document's page.
struct DocumentButton {
    let title: String
    /// Called when it is tapped.
    let action: () -> Void
}
