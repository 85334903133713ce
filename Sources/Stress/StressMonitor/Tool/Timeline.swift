import TabshellIPC

/// The contents of the database in a range of time, in order, read a page at a time.
struct Timeline {
    enum Item {
        case sample(Identified<Sample>)
        case session(Identified<Session>, SessionReadings)
        case note(Identified<Note>)

        var time: Timestamp {
            switch self {
            case .sample(let sample): sample.value.time
            case .session(let session, _): session.value.start
            case .note(let note): note.value.time
            }
        }

        var json: JSON {
            switch self {
            case .sample(let sample): JSON(sample)
            case .session(let session, let readings): JSON(session, readings)
            case .note(let note): JSON(note)
            }
        }
    }

    private static let page = 1000

    /// Calls a closure for each item, oldest first. Sessions and notes are few, so they are read at once.
    static func forEach(
        in store: StressStore, _ range: Range<Timestamp>, _ body: (Item) -> Void
    ) throws(StoreError) {
        let others = try sessions(in: store, range) + store.notes(in: range).map(Item.note)
        var rest = others.sorted { $0.time < $1.time }[...]
        try forEachSample(in: store, range) { sample in
            while let first = rest.first, first.time < sample.value.time { body(rest.removeFirst()) }
            body(.sample(sample))
        }
        for item in rest { body(item) }
    }

    /// The sessions with the readings around them, oldest first.
    static func sessions(
        in store: StressStore, _ range: Range<Timestamp>, last count: Int = .max
    ) throws(StoreError) -> [Item] {
        try store.sessions(in: range).suffix(count).map { session throws(StoreError) in
            .session(session, try store.readings(around: session.value))
        }
    }

    /// Calls a closure for each sample, oldest first.
    static func forEachSample(
        in store: StressStore, _ range: Range<Timestamp>, _ body: (Identified<Sample>) -> Void
    ) throws(StoreError) {
        var cursor: StressStore.Cursor?
        while true {
            let samples = try store.samples(in: range, after: cursor, limit: page)
            for sample in samples { body(sample) }
            guard let last = samples.last, samples.count == page else { return }
            cursor = StressStore.Cursor(time: last.value.time, id: last.id)
        }
    }

    static func last(_ count: Int, in store: StressStore, _ range: Range<Timestamp>) throws(StoreError) -> [Item] {
        var items = try store.lastSamples(count, in: range).map(Item.sample)
        items += try sessions(in: store, range, last: count)
        items += try store.notes(in: range).suffix(count).map(Item.note)
        return items.sorted { $0.time < $1.time }.suffix(count)
    }
}
