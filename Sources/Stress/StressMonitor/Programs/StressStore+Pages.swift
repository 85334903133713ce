// SPDX-License-Identifier: MIT

extension StressStore {
    /// Makes a change.
    ///
    /// - Returns: the change that undoes it; nil when nothing can be undone.
    func make(_ change: StressChange) throws -> StressChange? {
        switch change {
        case .session(let session):
            try add(Batch(sessions: [session]))
            return try sessions(in: session.start..<session.start.advanced(by: 1)).last { $0.value == session }
                .map { .delete(.record(.session, id: $0.id)) }
        case .note(let note):
            try add(Batch(notes: [note]))
            return try notes(in: note.time..<note.time.advanced(by: 1)).last { $0.value == note }
                .map { .delete(.record(.note, id: $0.id)) }
        case .delete(let selection):
            return try delete([selection]).map { .restore($0.id) }
        case .restore(let deletion):
            try undo(deletion)
            return nil
        }
    }
}
