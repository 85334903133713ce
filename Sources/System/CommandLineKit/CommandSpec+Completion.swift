import Posix
import Text

// The shells' scripts know nothing of a program's commands: they pass on the words of the command line, and the program
// prints the candidates for the last one. So there is one implementation for all shells, and it knows current
// names, such as the tabs of a running daemon.

extension CommandSpec {
    /// Prints a shell's script: `--generate-completion-script bash`.
    static let scriptOption = "--generate-completion-script"
    static let candidatesOption = "--complete-words"

    /// The possible completions of a word.
    enum Candidates: Equatable {
        case words([Candidate])
        case files(extensions: [String])
    }

    struct Candidate: Equatable {
        var text: String
        var help = ""
    }

    /// The candidates for the last of some words, one a line: the word, a tab, and a description. A line starting with
    /// a tab asks the shell for files with the following extensions. Candidates with terminal controls are left out:
    /// the shell would show them.
    func candidateLines(for words: [String]) -> String {
        switch candidates(for: words) {
        case .words(let candidates):
            candidates.filter { !$0.text.unicodeScalars.contains(where: \.isTerminalControl) }
                .map { "\($0.text)\t\($0.help.escapedForTerminal())\n" }.joined()
        case .files(let extensions): "\t\(extensions.joined(separator: " "))\n"
        }
    }

    /// - Parameter words: the command line after the program's name up to the cursor.
    func candidates(for words: [String]) -> Candidates {
        // bash makes the equals sign of --tab=home a separate word.
        var before = words.dropLast().filter { $0 != "=" }[...]
        let last = words.last == "=" ? "" : words.last ?? ""
        var command = self
        while !command.groups.isEmpty, let word = before.popFirst() {
            guard let next = command.subcommand(word) ?? (word == "help" ? command : nil) else { return .words([]) }
            command = next
        }
        var offer = command.offer(after: before, last)
        var prefix = ""
        if last.hasPrefix("--"), let sign = last.firstIndex(of: "="), let option = command.option(String(last[..<sign]))
        {
            (offer, prefix) = (option.kind.candidates, String(last[...sign]))
        }
        guard case .words(let candidates) = offer else { return offer }
        return .words(
            candidates.map { Candidate(text: prefix + $0.text, help: $0.help) }.filter { $0.text.hasPrefix(last) })
    }

    /// The possible continuations of some words.
    private func offer(after words: ArraySlice<String>, _ last: String) -> Candidates {
        var (position, onlyArguments, pending) = (0, false, Option?.none)
        for word in words {
            if pending != nil {
                pending = nil
            } else if word == "--" {
                onlyArguments = true
            } else if !onlyArguments, word.hasPrefix("-") {
                pending = option(word).flatMap { $0.value == nil ? nil : $0 }
            } else {
                position += 1
            }
        }
        if let pending { return pending.kind.candidates }
        if last.hasPrefix("-"), !onlyArguments {
            return .words(
                allOptions.filter { !$0.isHidden }.map {
                    Candidate(text: "--\($0.name)", help: $0.help)
                })
        }
        if !groups.isEmpty {
            return .words(subcommands.map { Candidate(text: $0.name, help: $0.abstract) })
        }
        guard let argument = position < arguments.count ? arguments[position] : arguments.last,
            position < arguments.count || argument.isRepeated
        else { return .words([]) }
        return argument.kind.candidates
    }

    func completionScript(for shell: String?) throws(ExitError) -> String {
        let function = "_" + name.map { $0 == "-" ? "_" : String($0) }.joined()
        let bytes: [UInt8]
        switch shell {
        case "bash": bytes = PackageResources.completion_bash
        case "zsh": bytes = PackageResources.completion_zsh
        case "fish": bytes = PackageResources.completion_fish
        default:
            throw .usage("\(Self.scriptOption) is bash, zsh or fish, not \"\(shell ?? "")\"")
        }
        // The script, with names between backticks.
        let values = ["function": function, "name": name, "option": Self.candidatesOption]
        let parts = String(decoding: bytes.dropLast(), as: UTF8.self).split(
            separator: "`", omittingEmptySubsequences: false)
        return parts.map { values[String($0)] ?? String($0) }.joined()
    }
}

extension CommandSpec.ValueKind {
    fileprivate var candidates: CommandSpec.Candidates {
        switch self {
        case .text, .number, .integer: .words([])
        case .choice(let words): .words(words.map { .init(text: $0) })
        case .file(let extensions): .files(extensions: extensions)
        case .name(let candidates): .words(candidates().map { .init(text: $0) })
        }
    }
}
