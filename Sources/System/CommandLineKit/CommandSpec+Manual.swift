import Text

extension CommandSpec {
    /// Prints the program's manual page.
    static let manualOption = "--generate-manual"

    /// The program's page in section 1 of the manual.
    var manual: String {
        var page = RoffDocument(
            name, section: 1, date: tabshellVersionDate, source: "tabshell \(tabshellVersion)", manual: "User Commands")
        page.section("NAME")
        page.paragraph(RoffText("\(name) - \(purpose)"))
        page.section("SYNOPSIS")
        page.paragraph(synopsis(path: name))
        page.section("DESCRIPTION")
        for text in [abstract] + discussion.paragraphs { page.paragraph(.init(markdown: text)) }
        page.list("ARGUMENTS", arguments.map { (.init(usage: $0.usage), $0.help + $0.kind.choices) })
        addCommands(to: &page)
        page.list("OPTIONS", (commonOfLeaves + allOptions).filter { !$0.isHidden }.map(\.item))
        if !commonOfLeaves.isEmpty {
            page.paragraph(
                .init(markdown: "Most commands have these; `\(name) help `") + .italic("command")
                    + " lists those of one.")
        }
        page.list(
            "EXIT STATUS",
            (notes.statuses.isEmpty ? .usualStatuses : notes.statuses).map { (.bold($0.term), $0.text.sentence) })
        page.list("ENVIRONMENT", notes.environment.map { (.bold($0.term), $0.text) })
        page.list("FILES", notes.files.map { (.italic($0.term), $0.text) })
        if !notes.examples.isEmpty { page.section("EXAMPLES") }
        for example in notes.examples {
            page.paragraph(.init(markdown: example.text))
            page.literal(example.term)
        }
        page.section("SEE ALSO")
        page.paragraph(seeAlso)
        return page.text
    }

    /// The abstract's first sentence, as the line after a name.
    private var purpose: String {
        let end = abstract.indices.first {
            abstract[$0] == "." && [nil, " "].contains(abstract[$0...].dropFirst().first)
        }
        let text = abstract[..<(end ?? abstract.endIndex)]
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private func synopsis(path: String) -> RoffText {
        .bold(path) + " " + .init(usage: usageWords)
    }

    /// The commands below the headings of the help, subcommands with their whole path.
    private func addCommands(to page: inout RoffDocument) {
        guard !groups.isEmpty else { return }
        page.section("COMMANDS")
        let common = Set(commonOfLeaves.map(\.name))
        for group in groups {
            if groups.count > 1 { page.subsection(RoffText(group.title)) }
            for (path, command) in group.commands.flatMap({ $0.leaves(path: $0.name) }) {
                page.item(command.synopsis(path: path), .init(markdown: command.abstract))
                let options = command.options.filter { !$0.isHidden && !common.contains($0.name) }
                let items =
                    command.arguments.map { (RoffText(usage: $0.usage), $0.help + $0.kind.choices) }
                    + options.map(\.item)
                guard !items.isEmpty || !command.discussion.isEmpty else { continue }
                page.nested { page in
                    for text in command.discussion.paragraphs { page.paragraph(.init(markdown: text)) }
                    for (tag, text) in items { page.item(tag, .init(markdown: text)) }
                }
            }
        }
    }

    /// The commands without subcommands, with their paths.
    private func leaves(path: String) -> [(path: String, command: CommandSpec)] {
        groups.isEmpty ? [(path, self)] : subcommands.flatMap { $0.leaves(path: "\(path) \($0.name)") }
    }

    /// The options of at least half of the commands, listed once.
    private var commonOfLeaves: [Option] {
        let all = subcommands.flatMap { $0.leaves(path: $0.name) }.map(\.command.options)
        var seen: Set<String> = []
        return all.joined().filter { option in
            !option.isHidden && seen.insert(option.name).inserted
                && all.count { $0.contains { $0.name == option.name && $0.help == option.help } } * 2 >= all.count
        }
    }

    private var seeAlso: RoffText {
        let pages = Set(notes.seeAlso + ["tabshell(7)"]).map { page -> (name: String, section: String) in
            let parts = page.split(separator: "(", maxSplits: 1)
            return (String(parts.first ?? ""), parts.count == 2 ? "(\(parts[1])" : "")
        }
        let sorted = pages.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
        return sorted.enumerated().reduce(RoffText("")) { text, page in
            text + (page.offset > 0 ? ", " : "") + .bold(page.element.name) + RoffText(page.element.section)
        }
    }
}

extension CommandSpec.Option {
    fileprivate var item: (RoffText, String) { (RoffText(usage: usage), help + kind.choices) }
}

extension RoffDocument {
    /// Adds a section with a list, unless the list is empty.
    fileprivate mutating func list(_ title: RoffText, _ items: [(tag: RoffText, text: String)]) {
        guard !items.isEmpty else { return }
        section(title)
        for (tag, text) in items { item(tag, .init(markdown: text)) }
    }
}

extension RoffText {
    /// Creates the text of a usage line: placeholders in italics without their brackets, words of options in bold.
    fileprivate init(usage: String) {
        self.init("")
        var rest = usage[...]
        while let start = rest.firstIndex(where: { $0 == "<" || $0 == "-" }) {
            self = self + RoffText(String(rest[..<start]))
            rest = rest[start...]
            if rest.first == "<", let end = rest.firstIndex(of: ">") {
                self = self + .italic(String(rest[..<end].dropFirst()))
                rest = rest[end...].dropFirst()
            } else {
                let word = rest.prefix { !" ,|])".contains($0) }
                self = self + .bold(String(word))
                rest = rest.dropFirst(word.count)
            }
        }
        self = self + RoffText(String(rest))
    }
}

extension String {
    fileprivate var paragraphs: [String] { split(separator: "\n").map(String.init) }

    /// The text as a complete sentence.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
