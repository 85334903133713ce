extension StateTransaction {
    /// Shows a document in a tab, or removes it. The daemon provides the program that draws it.
    mutating func show(_ document: ShownDocument?, in id: TabID) throws(CommandError) {
        let tab = try find(id)
        guard let document else {
            state.shown[id] = nil
            state.programs.removeAll { $0.program == .viewer(id) }
            return
        }
        guard tab.canShowDocument else { throw .noDocument(id) }
        let others = state.shown.reduce(0) { $1.key == id ? $0 : $0 + $1.value.text.utf8.count }
        guard document.text.utf8.count <= ShownDocument.maximumBytes,
            others + document.text.utf8.count <= ShownDocument.maximumBytesOfAll
        else { throw .documentTooLong(id) }
        state.shown[id] = document
    }

    mutating func follow(_ name: String, in id: TabID) throws(CommandError) {
        _ = try find(id)
        guard state.shown[id] != nil else { throw .nothingShown(id) }
        state.followed = FollowedLink(tab: id, name: name, count: state.followed.count + 1, acceptedAt: time)
    }

    /// Sets the status of a program. A viewer is among the programs only while it has a document to show.
    mutating func setStatus(_ status: ProgramStatus) throws(CommandError) {
        guard let index = state.programs.firstIndex(where: { $0.program == status.program }) else {
            guard case .viewer(let tab) = status.program, state.shown[tab] != nil else {
                throw .unknownProgram(status.program)
            }
            return state.programs.append(status)
        }
        let earlier = state.programs[index]
        state.programs[index] = status
        // While a process is registered, the problem is its own.
        if status.phase == .alive, earlier.phase == .alive, status.pid == earlier.pid {
            state.programs[index].problem = earlier.problem
        }
    }
}

extension Tab {
    /// True if its page is drawn by a program of the shell, and so may be a document.
    var canShowDocument: Bool { role != .action && window == nil }
}
