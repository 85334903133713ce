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
        switch shell {
        case "bash":
            return """
                \(function)() {
                    local line file
                    COMPREPLY=()
                    while IFS= read -r line; do
                        if [[ $line == $'\\t'* ]]; then
                            compopt -o filenames 2>/dev/null
                            while IFS= read -r file; do
                                if [[ $line == $'\\t' || -d $file || " ${line#?} " == *" ${file##*.} "* ]]; then
                                    COMPREPLY+=("$file")
                                fi
                            done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
                        else
                            COMPREPLY+=("$(printf %q "${line%%$'\\t'*}")")
                        fi
                    done < <("$1" \(Self.candidatesOption) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                }
                complete -F \(function) \(name)
                """
        case "zsh":
            return """
                #compdef \(name)
                \(function)() {
                    local line
                    local -a candidates descriptions
                    while IFS= read -r line; do
                        if [[ $line == $'\\t' ]]; then
                            _files
                        elif [[ $line == $'\\t'* ]]; then
                            _files -g "*.(${${line#?}// /|})"
                        else
                            candidates+=("${line%%$'\\t'*}")
                            descriptions+=("${line/$'\\t'/  -- }")
                        fi
                    done < <(${~words[1]} \(Self.candidatesOption) "${(@Q)words[2,CURRENT]}" 2>/dev/null)
                    (( $#candidates )) && compadd -l -d descriptions -a candidates
                }
                if [[ $funcstack[1] == \(function) ]]; then
                    \(function) "$@"
                else
                    compdef \(function) \(name)
                fi
                """
        case "fish":
            return """
                function \(function)
                    set -l last (commandline -ct)
                    set -l words (commandline -opc)
                    for line in ($words[1] \(Self.candidatesOption) $words[2..-1] "$last" 2>/dev/null)
                        if string match -q \\t'*' -- $line
                            __fish_complete_path "$last"
                        else
                            echo $line
                        end
                    end
                end
                complete -c \(name) -f -a '(\(function))'
                """
        default:
            throw .usage("\(Self.scriptOption) is bash, zsh or fish, not \"\(shell ?? "")\"")
        }
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
