import Text

extension CommandSpec {
    /// The width of the help in columns.
    private static let width = 80

    /// The usage line. `path` is the command's name after the names of its parent commands.
    func usageLine(path: String) -> String {
        "Usage: \(path) \(usageWords)"
    }

    /// The usage line after the command's name.
    var usageWords: String {
        usage ?? (groups.isEmpty ? ["[options]"] + arguments.map(\.usage) : ["<command>"]).joined(separator: " ")
    }

    func help(path: String) -> String {
        var sections = [Self.wrapped(abstract), usageLine(path: path)]
        let listed = allOptions.filter { !$0.isHidden }
        let tables =
            [("Arguments", arguments.map { ($0.usage, $0.help + $0.kind.choices) })]
            + groups.map { ($0.title, $0.commands.map { ($0.name, $0.abstract) }) }
            + [("Options", listed.map { ($0.usage, $0.help + $0.kind.choices) })]
        // Common to all tables; wider heads exceed it.
        let column = min((tables.flatMap(\.1).map(\.0.count).max() ?? 0) + 4, 26)
        for (title, rows) in tables where !rows.isEmpty {
            sections.append("\(title):\n" + Self.table(rows, column: column))
        }
        if !groups.isEmpty { sections.append("\(path) help <command> shows the help of a command.") }
        if !discussion.isEmpty { sections.append(Self.wrapped(discussion)) }
        let statuses = notes.statuses.map { "\($0.term) \($0.text)" }.joined(separator: ", ")
        if !statuses.isEmpty { sections.append(Self.wrapped("Exit status: \(statuses).")) }
        return sections.joined(separator: "\n\n")
    }

    /// Two columns; a wider head has its text on the next line.
    private static func table(_ rows: [(head: String, text: String)], column: Int) -> String {
        let indent = String(repeating: " ", count: column)
        return rows.map { head, text in
            let start = "  \(head)"
            let text = wrapped(text, indent: indent)
            return start.count + 2 > column
                ? "\(start)\n\(indent)\(text)" : start + indent.dropFirst(start.count) + text
        }.joined(separator: "\n")
    }

    /// Breaks each line between words; `indent` starts all but the first.
    private static func wrapped(_ text: String, indent: String = "") -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var lines = [""]
            for word in line.split(separator: " ") {
                let last = lines[lines.count - 1]
                if last.isEmpty || indent.count + last.count + 1 + word.count <= width {
                    lines[lines.count - 1] += last.isEmpty ? word : " \(word)"
                } else {
                    lines.append(String(word))
                }
            }
            return lines.joined(separator: "\n\(indent)")
        }.joined(separator: "\n\(indent)")
    }
}

extension CommandSpec.Argument {
    var usage: String {
        let text = "<\(name)>\(isRepeated ? " ..." : "")"
        return isOptional ? "[\(text)]" : text
    }
}

extension CommandSpec.Option {
    var usage: String {
        let names = (short.map { "-\($0), " } ?? "") + "--\(name)"
        guard let value else { return names }
        return isValueOptional ? "\(names) [<\(value)>]" : "\(names) <\(value)>"
    }
}

extension CommandSpec.ValueKind {
    /// The values of a choice, for the help.
    var choices: String {
        guard case .choice(let words) = self else { return "" }
        return " (\(words.joined(separator: ", ")))"
    }
}
