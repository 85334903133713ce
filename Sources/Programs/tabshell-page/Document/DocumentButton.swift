// SPDX-License-Identifier: MIT

/// A button of a document's page.
struct DocumentButton {
    let title: String
    let action: () -> Void

    /// - Parameter action: called when it is tapped.
    init(_ title: String, action: @escaping () -> Void) {
        (self.title, self.action) = (title, action)
    }
}
