import Geometry
import ScreenClient
import ShellModel

extension PageHost {
    func accessibilityNode(at now: UInt64) -> AccessibilityNode {
        let nodes = page.accessibility(in: context, now: now)
        return AccessibilityNode(
            context.isSheet ? .dialog : .tabPanel, context.title,
            bounds: Rect(context.size),
            children: nodes.map { (context.isRightToLeft ? $0.mirrored(in: context.size.width) : $0).map(addSelection) }
        )
    }

    /// Adds the caret and the selection of the edited field to its node.
    private func addSelection(to node: inout AccessibilityNode) {
        // A page with a single field need not give it the focus.
        if hasKeys, page.interaction.focused == nil, textFocus != nil, node.isTextField { node.isFocused = true }
        guard node.isFocused, node.isTextField, let field = textFocus?.field else { return }
        (node.value, node.textSelection) = (field.text, field.scalarSelection)
    }

    /// Presses a node as a pointer at its centre does, after scrolling to it if needed.
    func press(_ id: String, at now: UInt64) -> PressOutcome {
        guard isActive else { return .failed("the page is not in front") }
        guard activeSource == nil else { return .failed("the page is being pressed") }
        guard var center = center(of: id, at: now) else { return .failed("it is no longer there") }
        let free = context.safeArea
        // The content rests afterwards: a press on moving content only stops it.
        var still = context
        still.reducedMotion = true
        let distance = (free.y...max(free.y, free.maxY)).contains(center.y) ? 0 : center.y - free.center.y
        apply(page.pointer(.scroll(dy: distance, source: .wheel, isFinal: true), context: still, now: now), at: now)
        if distance != 0, let moved = self.center(of: id, at: now) { center = moved }
        guard Rect(context.size).contains(center) else { return .failed("it is not on the screen") }
        let reactions = [PagePointerEvent.press(center), .release(center)].map { event in
            let reaction = page.pointer(event, context: context, now: now)
            apply(reaction, at: now)
            return reaction
        }
        guard reactions.allSatisfy({ $0 == .none }) else { return .done }
        let reason = "the page takes no press there at this moment"
        return page.nextFrame(after: now, context: context) == .immediately ? .moving(reason) : .failed(reason)
    }

    /// Edits the text field of a node, which gets the focus first.
    func edit(_ id: String, _ edit: AccessibilityEdit, at now: UInt64) -> PressOutcome {
        let node = page.accessibility(in: context, now: now).lazy.compactMap { $0.node(id) }.first
        guard node?.isTextField == true else { return .failed("it is not a text field") }
        if textFocus == nil || (page.interaction.focused ?? id) != id {
            let outcome = press(id, at: now)
            guard outcome == .done else { return outcome }
        }
        guard let field = textFocus?.field else { return .failed("it takes no text at this moment") }
        guard field.preedit == nil else { return .moving("an input method is writing in it") }
        let count = field.text.unicodeScalars.count
        guard edit.start >= 0, edit.start <= edit.end, edit.end <= count else {
            return .failed("its text has \(count) characters")
        }
        apply(.replace(edit.start..<edit.end, with: edit.text), at: now)
        return .done
    }

    private func center(of id: String, at now: UInt64) -> Point? {
        page.accessibility(in: context, now: now).lazy.compactMap { $0.node(id) }.first?.bounds?.center
    }
}
