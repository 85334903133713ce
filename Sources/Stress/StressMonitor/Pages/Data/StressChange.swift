// SPDX-License-Identifier: MIT

/// A change of the user's measurements.
enum StressChange: Equatable, Sendable {
    /// Something that a person has recorded.
    case session(Session)
    case note(Note)
    /// Deletes items, which can be undone.
    case delete(StressStore.Selection)
    /// Undoes a deletion, by its id.
    case restore(StressStore.Deletion.ID)

    enum Outcome: Equatable, Sendable {
        /// It is on the disk; with the change that undoes it, nil if nothing can be undone.
        case stored(undo: StressChange?)
        /// It is not stored yet; the reason is a sentence for a person.
        case waiting(reason: String)
        /// It is not stored, and not tried again; not for additions.
        case failed(reason: String)
    }

    /// True for what is lost unless it is stored.
    var isAddition: Bool {
        switch self {
        case .session, .note: true
        case .delete, .restore: false
        }
    }
}
