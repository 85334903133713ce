/// The reason why a press by name failed.
public enum AccessibilityPressError: Error, Equatable, Sendable {
    /// No node has the name; the names of all that can be pressed.
    case unknown(known: [String])
    /// Several nodes have it: their names, and their identifiers.
    case ambiguous([String], ids: [String])
    /// It is disabled, or behind a menu or sheet; the reason, if known.
    case disabled(String, reason: String?)
    case notPressable(String)
}

extension AccessibilityNode {
    /// A node with inherited properties.
    private struct Candidate {
        var node: AccessibilityNode
        var isDisabled: Bool
        var reason: String?

        var isPressable: Bool { node.actions.contains(.click) && !node.id.isEmpty }
        /// True if a press gives it the focus: a container of other parts.
        var takesFocus: Bool { node.actions.contains(.focus) && !isPressable && !node.id.isEmpty }
    }

    /// Returns the node to press by a name: one with that identifier, else with that label, else with one that differs in
    /// case only, else the only one whose label begins with it. A part that only takes the focus is found by its identifier.
    public func pressable(named name: String) throws(AccessibilityPressError) -> AccessibilityNode {
        let candidates = candidates
        let pressable = candidates.filter(\.isPressable)
        let lower = name.lowercased()
        let criteria: [(AccessibilityNode) -> Bool] = [
            { $0.id == name }, { $0.authorID == name }, { $0.label == name }, { $0.label.lowercased() == lower },
            { $0.label.lowercased().hasPrefix(lower) },
        ]
        if let found = candidates.first(where: { $0.takesFocus && [$0.node.id, $0.node.authorID].contains(name) }) {
            guard found.isDisabled else { return found.node }
            throw .disabled(found.node.label, reason: found.reason)
        }
        for criterion in criteria where !name.isEmpty {
            let found = pressable.filter { criterion($0.node) }
            let enabled = found.filter { !$0.isDisabled }
            if enabled.count == 1 { return enabled[0].node }
            if enabled.count > 1 { throw .ambiguous(enabled.map(\.node.label), ids: enabled.map(\.node.id)) }
            if let one = found.first { throw .disabled(one.node.label, reason: one.reason) }
        }
        if !name.isEmpty,
            let other = candidates.first(where: { $0.node.id == name || $0.node.label.lowercased() == lower })
        {
            throw .notPressable(other.node.label)
        }
        throw .unknown(known: pressableNames)
    }

    public var pressableNames: [String] {
        candidates.filter { $0.isPressable && !$0.isDisabled && !$0.node.label.isEmpty }.map(\.node.label)
    }

    private var candidates: [Candidate] {
        var list: [Candidate] = []
        collect(into: &list, isDisabled: false, reason: nil)
        return list
    }

    private func collect(into list: inout [Candidate], isDisabled: Bool, reason: String?) {
        let isDisabled = isDisabled || self.isDisabled
        let reason = reason ?? (self.isDisabled ? description : nil)
        list.append(Candidate(node: self, isDisabled: isDisabled, reason: reason))
        for child in children { child.collect(into: &list, isDisabled: isDisabled, reason: reason) }
    }
}
