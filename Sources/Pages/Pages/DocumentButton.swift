// SPDX-License-Identifier: MIT

/// A button of a document's page.
public struct DocumentButton {
    /// The part that is drawn.
    struct Label: Hashable {
        var title: String
        /// True for one of several choices.
        var isChoice = false
        /// True for the choice that was made.
        var isChosen = false
    }

    let label: Label
    let action: () -> Void

    /// - Parameter action: called when it is tapped.
    public init(_ title: String, action: @escaping () -> Void) {
        label = Label(title: title)
        self.action = action
    }

    /// One of several choices.
    ///
    /// - Parameters:
    ///   - isChosen: true for the choice that was made.
    ///   - action: called when it is tapped.
    public init(choice title: String, isChosen: Bool, action: @escaping () -> Void) {
        label = Label(title: title, isChoice: true, isChosen: isChosen)
        self.action = action
    }
}
