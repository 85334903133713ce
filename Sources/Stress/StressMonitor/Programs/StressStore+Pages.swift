// SPDX-License-Identifier: MIT

extension StressStore: StressReader {
    func measurements(before cursor: Measurement.Cursor?, limit: Int) throws -> [Measurement] {
        try variabilities(before: cursor, limit: limit)
    }

    func heartRates(in range: Range<Timestamp>) throws -> Statistics? {
        try statistics(of: .heartRate, in: range)
    }

    /// Makes a change.
    ///
    /// - Returns: the change that undoes it; nil when nothing can be undone.
    func make(_ change: StressChange) throws -> StressChange? {
        switch change {
        case .session(let session):
            try add(Batch(sessions: [session]))
            return try sessions(in: session.start..<session.start.advanced(by: 1)).last { $0.value == session }
                .map { .delete(.item(.session($0))) }
        case .note(let note):
            try add(Batch(notes: [note]))
            return try notes(in: note.time..<note.time.advanced(by: 1)).last { $0.value == note }
                .map { .delete(.item(.note($0))) }
        case .delete(let request):
            return try delete([Selection(request)]).map { .restore($0.id) }
        case .restore(let deletion):
            try undo(deletion)
            return nil
        }
    }
}

extension StressStore.Selection {
    fileprivate init(_ request: DeleteRequest) {
        self =
            switch request {
            case .item(.measurement(let measurement)): .record(.sample, id: measurement.id)
            case .item(.heartRates(let day)): .heartRates(in: day.extent)
            case .item(.session(let session)): .record(.session, id: session.id)
            case .item(.note(let note)): .record(.note, id: note.id)
            case .everything(let range): .everything(in: range)
            }
    }
}

extension StressStore.Batch {
    init(_ items: [HistoryItem]) {
        self.init()
        for item in items {
            switch item {
            case .measurement(let value):
                let sample = try? Sample(
                    time: value.time, sdnn: value.sdnn, rmssd: value.rmssd, heartRate: value.heartRate, source: "")
                samples += [sample].compactMap(\.self)
            case .session(let session): sessions.append(session.value)
            case .note(let note): notes.append(note.value)
            case .heartRates: break
            }
        }
    }
}
