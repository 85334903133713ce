enum StressChange: Equatable, Sendable {
    case session(Session)
    case note(Note)
    /// An undoable deletion of items.
    case delete(StressStore.Selection)
    case restore(StressStore.Deletion.ID)

    enum Outcome: Equatable, Sendable {
        /// On the disk; with the change that undoes it, if any.
        case stored(undo: StressChange?)
        /// Not stored yet; the reason is a sentence for a person.
        case waiting(reason: String)
        /// Not stored, and not retried; never for additions.
        case failed(reason: String)
    }

    /// True if it is lost unless stored.
    var isAddition: Bool {
        switch self {
        case .session, .note: true
        case .delete, .restore: false
        }
    }
}
