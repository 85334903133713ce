// SPDX-License-Identifier: MIT

/// A button of a document's page.
public struct DocumentButton {
    let title: String
    let action: () -> Void

    /// - Parameter action: called when it is tapped.
    public init(_ title: String, action: @escaping () -> Void) {
        (self.title, self.action) = (title, action)
    }
}
