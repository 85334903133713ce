import Posix
import Text

extension CommandSpec {
    /// The command that a command line names.
    struct Invocation: Sendable {
        var command: CommandSpec
        /// The names that lead to it, starting with the program's.
        var path: String

        init(_ program: CommandSpec) {
            (command, path) = (program, program.name)
        }
    }

    enum Request: Equatable, Sendable {
        case run(ParsedOptions)
        case help
        case version
    }

    /// Parses arguments, without the program's name, as getopt_long does: options may stand anywhere, a value follows its
    /// option or an equals sign, and after `--` there are only arguments.
    ///
    /// - Parameter invocation: the program; on return, or when it throws, the subcommand, if known.
    /// - Throws: ``ExitError`` with the status of a usage error.
    func parse(_ words: [String], _ invocation: inout Invocation) throws(ExitError) -> Request {
        var words = words[...]
        var wantsHelp = false
        while !invocation.command.groups.isEmpty {
            switch words.popFirst() {
            case nil, "-h", "--help": return .help
            case "--version": return .version
            case "help": wantsHelp = true
            case let word?: try invocation.descend(to: word)
            }
        }
        return wantsHelp ? .help : try invocation.command.parseArguments(words)
    }

    private func parseArguments(_ words: ArraySlice<String>) throws(ExitError) -> Request {
        var words = words
        var parsed = ParsedOptions()
        var positional: [String] = []
        while let word = words.popFirst() {
            if word == "--" {
                positional += words
                break
            }
            // A negative number is refused where it does not belong.
            guard word.hasPrefix("-"), let first = word.dropFirst().first, !first.isNumber else {
                positional.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            // Short flags may be joined: -jw.
            for name in word.hasPrefix("--") ? [parts[0]] : word.dropFirst().map({ "-\($0)" }) {
                guard let option = option(name) else {
                    let known = allOptions.filter { !$0.isHidden }.map { "--\($0.name)" }
                    throw .usage("unknown option \"\(name)\"" + Spelling.suggestion(for: name, among: known))
                }
                if option.name == "help" { return .help }
                if option.name == "version" { return .version }
                let label = "--\(option.name)"
                guard let value = option.value else {
                    guard parts.count == 1 else { throw .usage("\(label) takes no value") }
                    parsed.record(option.name)
                    continue
                }
                if parts.count == 2 {
                    try parsed.record(option.name, parts[1], as: option.kind, label)
                } else if let next = words.first, self.option(String(next.prefix { $0 != "=" })) == nil,
                    !option.isValueOptional || !next.hasPrefix("-")
                {
                    try parsed.record(option.name, words.removeFirst(), as: option.kind, label)
                } else if option.isValueOptional {
                    parsed.record(option.name)
                } else {
                    throw .usage("\(label) needs a value: \(label) <\(value)>")
                }
            }
        }
        try assign(positional, to: &parsed)
        return .run(parsed)
    }

    private func assign(_ values: [String], to parsed: inout ParsedOptions) throws(ExitError) {
        var values = values[...]
        for argument in arguments {
            guard !values.isEmpty || argument.isOptional else {
                throw .usage("<\(argument.name)> is missing")
            }
            for _ in 0..<(argument.isRepeated ? values.count : min(values.count, 1)) {
                try parsed.record(argument.name, values.removeFirst(), as: argument.kind, "<\(argument.name)>")
            }
        }
        guard let extra = values.first else { return }
        let meant = options.first { option in
            if case .integer(let range) = option.kind, let number = Int(extra) { range.contains(number) } else { false }
        }
        throw .usage("unexpected argument \"\(extra)\"" + (meant.map { "; it is --\($0.name) \(extra)" } ?? ""))
    }
}

extension CommandSpec.Invocation {
    fileprivate mutating func descend(to word: String) throws(ExitError) {
        guard !word.hasPrefix("-") else {
            throw .usage("unknown option \"\(word)\" before the command")
        }
        guard let next = command.subcommand(word) else {
            let nearest = Spelling.nearest(word, among: command.subcommands.map(\.name))
            let suggestion = (nearest ?? command.suggestion?(word)).map { "; did you mean \"\($0)\"?" }
            throw .usage("unknown command \"\(word)\"" + (suggestion ?? ""))
        }
        (command, path) = (next, "\(path) \(next.name)")
    }
}

extension Spelling {
    fileprivate static func suggestion(for word: String, among words: [String]) -> String {
        nearest(word, among: words).map { "; did you mean \"\($0)\"?" } ?? ""
    }
}

extension ParsedOptions {
    /// Checks a value and records it. `label` is the option or argument, for the error.
    fileprivate mutating func record(
        _ name: String, _ value: String, as kind: CommandSpec.ValueKind, _ label: String
    ) throws(ExitError) {
        switch kind {
        case .number(let range):
            guard let number = Double(value), range.contains(number) else {
                let (low, high) = (Self.text(range.lowerBound), Self.text(range.upperBound))
                throw .usage("\(label) is a number from \(low) to \(high), not \"\(value)\"")
            }
        case .integer(let range):
            guard let number = Int(value), range.contains(number) else {
                let (low, high) = (range.lowerBound, range.upperBound)
                throw .usage(
                    high == .max
                        ? "\(label) is an integer from \(low) on, not \"\(value)\""
                        : "\(label) is an integer from \(low) to \(high), not \"\(value)\"")
            }
        case .choice(let words):
            guard words.contains(value) else {
                let list = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
                throw .usage("\(label) is \(list), not \"\(value)\"" + Spelling.suggestion(for: value, among: words))
            }
        case .text, .file, .name: break
        }
        record(name, value)
    }

    /// A number without the fraction of a whole one.
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
