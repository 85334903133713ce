extension StateTransaction {
    /// The time for which a released selection continues with its velocity, s; then the nearest page is selected.
    private static let projection = 0.15

    /// Drags the selection between two pages. A sheet or menu over the pages closes, as on a press on their tabs.
    mutating func drag(from: TabID, to: TabID, progress: Double) throws(CommandError) {
        guard state.selection != nil else { throw .noTabs }
        for id in [from, to] { guard try find(id).role == .page else { throw .noPage(id) } }
        guard from != to else { throw .sameTab(from) }
        setSheet(nil)
        setMenu(nil)
        raisePage()
        state.bar.focus = nil
        let range = SelectionDrag.progressRange
        state.drag = SelectionDrag(
            from: from, to: to, progress: min(max(progress, range.lowerBound), range.upperBound), acceptedAt: time)
    }

    /// Ends a drag: selects the nearer page, or where the velocity (progress per s) leads. Cancelled (nil), it selects nothing.
    mutating func endDrag(velocity: Double?) throws(CommandError) {
        guard let drag = state.drag, drag.release == nil, let selection = state.selection, let motion = state.motion
        else { return }
        let end = drag.progress + (velocity ?? 0) * Self.projection
        let target = velocity == nil ? selection.tab : end < 0.5 ? drag.from : drag.to
        settleDrag(on: target, velocity: velocity ?? 0)
        guard target != selection.tab else { return }
        setMinimized(false)
        reveal(target, after: selection.tab, motion: motion)
        showSelectedWindow()
    }

    /// Ends a current drag because a tab is selected.
    mutating func settleDrag(on tab: TabID, velocity: Double = 0) {
        guard state.drag != nil, state.drag?.release == nil, let motion = state.motion else { return }
        state.drag?.acceptedAt = time
        state.drag?.release = .init(tab: tab, velocity: velocity, transition: motion[.page].settling)
    }
}

extension Transition {
    /// The spring that continues a motion of this duration after a finger has lifted; a spring stays the same.
    fileprivate var settling: Transition {
        if case .curve = timing, duration > 0 { Transition(duration: duration, bounce: 0) } else { self }
    }
}
