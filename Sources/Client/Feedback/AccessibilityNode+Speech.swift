public import ShellModel

extension AccessibilityNode {
    /// The node as it is spoken, without its hint: "Flash tab, quick actions, 3 notifications, selected, 2 of 3".
    public var spoken: String {
        SpokenSentence.list([
            label, value ?? "", role == .button ? SpokenSentence.button : "",
            isSelected == true ? SpokenSentence.selected : "", spokenPosition,
        ])
    }

    /// The name with the value, the new part: "Flash tab, quick actions, 3 notifications".
    var news: String { SpokenSentence.list([label, value ?? ""]) }

    /// A message with its reason: "Flash cannot be shown. Its program exited with status 1".
    var message: String { SpokenSentence.sentences([label, description ?? ""]) }

    private var spokenPosition: String {
        guard let positionInSet, let sizeOfSet, sizeOfSet > 1 else { return "" }
        return SpokenSentence.position(positionInSet, of: sizeOfSet)
    }

    /// Returns the hint of a node in the tree, as long as it says what can be done: not at a selected tab, nor behind
    /// an open menu. Empty without one.
    public func spokenHint(of id: String) -> String {
        let node = node(id) { !$0.isDisabled }
        guard let node, node.isSelected != true, node.actions.contains(.click) else { return "" }
        return node.description ?? ""
    }
}
