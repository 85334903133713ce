import Localization
import ShellModel

/// Reads the rules for an unattended screen. A table of an upper file replaces single values of a lower one.
struct KioskReader {
    private let diagnostics: Diagnostics
    private let tabs: [Tab]
    private let actions: [Action]
    private let lookNames: [String]
    private(set) var rules = KioskRules()
    private(set) var lock: LockRules?
    private(set) var lockHash: String?
    /// The default time of a tab in a rotation, s.
    private var interval = 20.0

    init(_ diagnostics: Diagnostics, tabs: [Tab], actions: [Action], lookNames: [String]) {
        self.diagnostics = diagnostics
        self.tabs = tabs
        self.actions = actions
        self.lookNames = lookNames
    }

    mutating func apply(_ layer: ConfigLayer) {
        func members(_ table: String, _ allowed: [String]) -> [String: ConfigEntry]? {
            layer.entry(table).flatMap { diagnostics.members($0, allowed: allowed) }
        }
        if let members = members("idle", KeyNames.idle) { readIdle(members) }
        if let members = members("rotation", KeyNames.rotation) { readRotation(members) }
        if let members = members("lock", KeyNames.lock), let entry = layer.entry("lock") {
            readLock(members, at: entry)
        }
        // The entries of an upper file are later ones.
        for entry in entries(layer.entry("schedule")) { readEntry(entry) }
    }

    private mutating func readLock(_ members: [String: ConfigEntry], at entry: ConfigEntry) {
        var lock = lock ?? LockRules()
        if let text = members["pin"].flatMap({ hash($0) }) { lockHash = text }
        if lockHash == nil, members["pin"] == nil {
            diagnostics.add(localized("the PIN is missing: pin = \"…\", as `tabctl lock hash` prints it"), at: entry)
        }
        if let entry = members["tabs"], let elements = diagnostics.list(entry, of: localized("tabs")) {
            lock.tabs = elements.compactMap { element in
                diagnostics.text(element).flatMap { diagnostics.knownTab($0, at: element, among: tabs)?.id }
            }
            if tabs.allSatisfy({ $0.role != .page || $0.isHidden || lock.tabs.contains($0.id) }) {
                diagnostics.add(localized("all tabs are guarded; leave one out"), at: entry)
            }
        }
        if let entry = members["actions"], let elements = diagnostics.list(entry, of: localized("actions")) {
            lock.actions = elements.compactMap { action($0) }
        }
        if let changes = members["changes"].flatMap({ diagnostics.boolean($0) }) { lock.guardsChanges = changes }
        if let time = members["unlock_for"].flatMap({ diagnostics.number($0, in: LockRules.times, unit: "s") }) {
            lock.unlockFor = time
        }
        self.lock = lock
    }

    /// A hash in libcrypt's form: the PIN itself does not belong in a file.
    private func hash(_ entry: ConfigEntry) -> String? {
        guard let text = diagnostics.text(entry) else { return nil }
        guard text.utf8.count >= 20, !text.contains(" "), let cost = HashCost(of: text) else {
            return diagnostics.reject(localized("this is not a hash; `tabctl lock hash` prints one"), at: entry)
        }
        guard cost.isAllowed else {
            return diagnostics.reject(
                localized(
                    "verifying a PIN with this hash takes more than 1 s or 64 MB; `tabctl lock hash` prints a cheaper one"
                ),
                at: entry)
        }
        return text
    }

    private func action(_ entry: ConfigEntry) -> ActionID? {
        guard let name = diagnostics.text(entry) else { return nil }
        if let action = actions.first(where: { $0.id.rawValue == name }) { return action.id }
        let missing = localized("unknown action \(name.quoted)")
        return diagnostics.reject(Diagnostics.unknownName(missing, name, actions.map(\.id.rawValue)), at: entry)
    }

    private func entries(_ list: ConfigEntry?) -> [ConfigEntry] {
        guard let list else { return [] }
        guard let elements = list.elements, elements.allSatisfy({ $0.members != nil }) else {
            return diagnostics.typeMismatch(list, expected: localized("tables under [[schedule]]")) ?? []
        }
        return elements
    }

    private mutating func readRotation(_ members: [String: ConfigEntry]) {
        if let every = members["every"].flatMap({ diagnostics.number($0, in: RotationRules.times, unit: "s") }) {
            interval = every
        }
        if let time = members["resume_after"].flatMap({ diagnostics.number($0, in: IdleRules.times, unit: "s") }) {
            rules.rotation.resumeAfter = time
        }
        guard let entry = members["tabs"],
            let elements = diagnostics.list(entry, of: localized("tabs"))
        else { return }
        var stops: [RotationRules.Stop] = []
        for element in elements {
            guard let stop = stop(element) else { continue }
            guard !stops.contains(where: { $0.tab == stop.tab }) else {
                diagnostics.add(localized("the tab \"\(stop.tab)\" is listed twice"), at: element)
                continue
            }
            stops.append(stop)
        }
        rules.rotation.stops = stops
    }

    /// A tab, or a table with a tab and its time.
    private func stop(_ entry: ConfigEntry) -> RotationRules.Stop? {
        guard let members = entry.members else {
            return diagnostics.pageTab(entry, among: tabs).map { RotationRules.Stop(tab: $0, seconds: interval) }
        }
        diagnostics.checkKeys(of: members, allowed: KeyNames.rotationStop)
        guard let name = members["tab"] else {
            return diagnostics.reject(localized("the tab is missing: { tab = \"…\", seconds = 20 }"), at: entry)
        }
        let time = members["seconds"].map { diagnostics.number($0, in: RotationRules.times, unit: "s") } ?? interval
        guard let tab = diagnostics.pageTab(name, among: tabs), let time else { return nil }
        return RotationRules.Stop(tab: tab, seconds: time)
    }

    private mutating func readEntry(_ entry: ConfigEntry) {
        guard let members = entry.members else { return }
        diagnostics.checkKeys(of: members, allowed: KeyNames.schedule)
        let from = members["from"].map { minute($0, upTo: "23:59") } ?? 0
        let to = members["to"].map { minute($0, upTo: "24:00") } ?? 1440
        let days = members["days"].map { self.days($0) } ?? Weekday.allCases
        guard let from, let to, let days else { return }
        guard from != to else {
            return diagnostics.add(localized("from and to are the same time; omit both for the whole day"), at: entry)
        }
        var values = ScheduledValues()
        values.tab = members["tab"].flatMap { diagnostics.pageTab($0, among: tabs) }
        values.rotates = members["rotation"].flatMap { diagnostics.boolean($0) }
        values.look = members["look"].flatMap { diagnostics.enumValue($0, among: lookNames) }
        values.appearance = members["appearance"].flatMap { diagnostics.enumValue($0) }
        values.contrast = members["contrast"].flatMap { diagnostics.enumValue($0) }
        values.brightness = members["brightness"].flatMap { diagnostics.number($0, in: ScheduledValues.brightnesses) }
        values.isBlank = members["blank"].flatMap { diagnostics.boolean($0) }
        rules.schedule.append(ScheduleEntry(from: from, to: to, days: days, values: values))
    }

    /// A time of day as a number of minutes: "HH:MM".
    private func minute(_ entry: ConfigEntry, upTo latest: String) -> Int? {
        guard let text = diagnostics.text(entry) else { return nil }
        if let minute = Self.minute(text, upTo: latest) { return minute }
        let padded = "0\(text)"
        return diagnostics.reject(
            localized("\(text.quoted) is not a time of day; allowed: \"00:00\" to \"\(latest)\"")
                + Diagnostics.write(Self.minute(padded, upTo: latest).map { _ in padded.quoted }), at: entry)
    }

    private static func minute(_ text: String, upTo latest: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.count == 2 && part.allSatisfy(\.isNumber) ? Int(part) : nil }
        guard parts.count == 2, numbers.count == 2, numbers[1] < 60, text <= latest else { return nil }
        return numbers[0] * 60 + numbers[1]
    }

    private func days(_ entry: ConfigEntry) -> [Weekday]? {
        diagnostics.values(entry, of: localized("days"), isEmptyAllowed: false) { diagnostics.enumValue($0) }
    }

    private mutating func readIdle(_ members: [String: ConfigEntry]) {
        let times: [(String, WritableKeyPath<IdleRules, Double?>)] = [
            ("return_after", \.returnAfter), ("dim_after", \.dimAfter), ("blank_after", \.blankAfter),
        ]
        for (key, path) in times {
            guard let time = members[key].flatMap({ diagnostics.timeout($0, in: IdleRules.times) }) else { continue }
            rules.idle[keyPath: path] = time
        }
        if let tab = members["return_to"].flatMap({ diagnostics.pageTab($0, among: tabs) }) {
            rules.idle.returnTo = tab
        }
        if let clears = members["clears_text"].flatMap({ diagnostics.boolean($0) }) { rules.idle.clearsText = clears }
        if let resets = members["resets"].flatMap({ diagnostics.boolean($0) }) { rules.idle.resets = resets }
        if let hiding = members["hide_pointer"].flatMap({ pointer($0) }) { rules.idle.pointer = hiding }
    }

    /// A time, or a word.
    private func pointer(_ entry: ConfigEntry) -> PointerHiding? {
        guard case .string = entry.value else {
            return diagnostics.number(entry, in: IdleRules.pointerTimes, unit: "s").map { .after($0) }
        }
        return diagnostics.enumValue(entry, among: PointerHiding.words.map(\.word)).flatMap { word in
            PointerHiding.words.first { $0.word == word }?.rule
        }
    }
}
