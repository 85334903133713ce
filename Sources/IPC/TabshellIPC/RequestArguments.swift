// SPDX-License-Identifier: MIT
import ShellModel

/// The arguments of a verb as they came, with errors that say which verb wanted what.
struct RequestArguments {
    let verb: Verb.Name
    let json: JSON

    func string(_ name: String) throws(WireError) -> String {
        guard case .string(let text) = try required(name) else { throw wrong(name, "a string") }
        return text
    }

    func bool(_ name: String) throws(WireError) -> Bool {
        guard case .bool(let value) = try required(name) else { throw wrong(name, "a boolean") }
        return value
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(WireError) -> Choice {
        let text = try string(name)
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            throw WireError(.invalidArgument, "\(verb): \"\(name)\" is \(words), not \"\(text)\"")
        }
        return choice
    }

    func tab() throws(WireError) -> TabID { TabID(rawValue: try string("tab")) }

    /// A tab that need not be named.
    func optionalTab(_ name: String = "tab") throws(WireError) -> TabID? {
        guard let value = json[name], value != .null else { return nil }
        return TabID(rawValue: try string(name))
    }

    /// A tab that is null for none; to leave it out is an error, since none means something else than any.
    func nullableTab() throws(WireError) -> TabID? {
        try required("tab") == .null ? nil : try tab()
    }

    /// Words between slashes; empty words are refused, and more than a path can hold.
    func route(mayBeEmpty: Bool = false) throws(WireError) -> [String] {
        let text = try string("route")
        if text.isEmpty, mayBeEmpty { return [] }
        let words = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !words.contains("") else {
            throw WireError(
                .invalidArgument, "\(verb): \"route\" is words between slashes, like \"day/today\", not \"\(text)\"")
        }
        guard ShellState.holds(words) else {
            throw WireError(
                .invalidArgument,
                "\(verb): \"route\" has at most \(ShellState.longestPath) words of \(ShellState.longestWord) bytes")
        }
        return words
    }

    func program() throws(WireError) -> Program {
        let text = try string("program")
        guard let program = Program(name: text) else {
            throw WireError(.invalidArgument, "\(verb): \"program\" is \"panel\" or \"page:TAB\", not \"\(text)\"")
        }
        return program
    }

    /// `{"count": N}`, `{"text": T}`, `{"dot": true}`, or null for none.
    func badge() throws(WireError) -> Badge? {
        let value = try required("badge")
        if value == .null { return nil }
        guard case .object(let members) = value, members.count == 1, let member = members.first else {
            throw wrongBadge
        }
        switch (member.name, member.value) {
        case ("count", .integer(let count)) where (0...Int64(Limits.badgeCount)).contains(count):
            return count == 0 ? nil : .count(Int(count))
        case ("text", .string(let text)) where (1...Limits.badgeText).contains(text.utf8.count): return .text(text)
        case ("dot", .bool(true)): return .dot
        default: throw wrongBadge
        }
    }

    /// `{"title": T, "urgent": false}`, or null for none.
    func window() throws(WireError) -> WindowState? {
        let value = try required("window")
        if value == .null { return nil }
        guard case .string(let title)? = value["title"], title.utf8.count <= Limits.windowTitle,
            case .bool(let isUrgent)? = value["urgent"]
        else {
            throw WireError(
                .invalidArgument,
                "\(verb): \"window\" is {\"title\": up to \(Limits.windowTitle) bytes, \"urgent\": true or false} or null"
            )
        }
        return WindowState(title: title, isUrgent: isUrgent)
    }

    /// A token that need not be given.
    func activation() throws(WireError) -> ActivationToken? {
        guard let value = json["activation"], value != .null else { return nil }
        guard let token = ActivationToken(try string("activation")) else {
            throw WireError(
                .invalidArgument,
                "\(verb): \"activation\" is 1 to \(Limits.activationToken) bytes without control characters")
        }
        return token
    }

    private var wrongBadge: WireError {
        WireError(
            .invalidArgument,
            "\(verb): \"badge\" is {\"count\": 0 to \(Limits.badgeCount)}, {\"text\": 1 to \(Limits.badgeText) bytes},"
                + " {\"dot\": true} or null")
    }

    private func required(_ name: String) throws(WireError) -> JSON {
        guard let value = json[name] else { throw WireError(.invalidArgument, "\(verb): \"\(name)\" is missing") }
        return value
    }

    private func wrong(_ name: String, _ expected: String) -> WireError {
        WireError(.invalidArgument, "\(verb): \"\(name)\" is \(expected), not \(json[name]?.typeName ?? "missing")")
    }
}
