// SPDX-License-Identifier: MIT

extension CommandSpec {
    /// Prints the texts of the program's help, for the template of the catalogues.
    static let messagesOption = "--generate-messages"

    /// The texts of the help, one a line, quoted as in JSON and in gettext's files.
    var messageLines: String {
        texts.filter { !$0.isEmpty }.map { text in
            let escaped = text.map { $0 == "\n" ? "\\n" : $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
            return "\"\(escaped.joined())\"\n"
        }.joined()
    }

    private var texts: [String] {
        [abstract, discussion] + arguments.map(\.help) + allOptions.filter { !$0.isHidden }.map(\.help)
            + notes.statuses.map(\.text) + groups.flatMap { [$0.title] + $0.commands.flatMap(\.texts) }
    }
}
