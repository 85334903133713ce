// SPDX-License-Identifier: MIT
import Glibc

/// The command line of a program that runs on and on. It has a handful of options and is read once, so it does without
/// the argument parser that `tabctl` uses: that one keeps 3 MB resident in every process.
public struct OptionParser: Sendable {
    /// One option.
    public struct Option: Sendable {
        /// Without the two dashes.
        public var name: String
        /// What its value stands for in the help; nil for a flag.
        public var value: String?
        /// Whether it may also stand without its value.
        public var isValueOptional = false
        public var help: String

        public init(_ name: String, value: String? = nil, _ help: String) {
            self.name = name
            self.value = value
            self.help = help
        }

        public init(_ name: String, optionalValue value: String, _ help: String) {
            self.init(name, value: value, help)
            isValueOptional = true
        }

        fileprivate var head: String {
            guard let value else { return "--\(name)" }
            return isValueOptional ? "--\(name) [<\(value)>]" : "--\(name) <\(value)>"
        }
    }

    public var program: String
    /// What the program does, in one sentence.
    public var abstract: String
    public var options: [Option]

    public init(program: String, abstract: String, options: [Option]) {
        self.program = program
        self.abstract = abstract
        self.options = options
    }

    /// What the arguments ask for.
    public enum Outcome: Equatable, Sendable {
        case run(ParsedOptions)
        case printHelp
        case printVersion
    }

    /// Reads arguments, given without the program's name. Values come as `--name value` or `--name=value`.
    ///
    /// - Throws: ``ExitError`` with the status of a usage error.
    public func parse(_ arguments: [String]) throws(ExitError) -> Outcome {
        var values = ParsedOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "-h", "--help": return .printHelp
            case "--version": return .printVersion
            default: break
            }
            guard argument.hasPrefix("--") else { throw usage("unexpected argument \"\(argument)\"") }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            guard let option = options.first(where: { $0.name == name }) else {
                throw usage("there is no option --\(name)")
            }
            if option.value == nil {
                guard parts.count == 1 else { throw usage("--\(name) takes no value") }
                values.flags.insert(name)
            } else if option.isValueOptional, parts.count == 1, rest.first?.hasPrefix("-") ?? true {
                values.flags.insert(name)
            } else if let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() {
                values.flags.insert(name)
                values.texts[name, default: []].append(value)
            } else {
                throw usage("--\(name) needs a value")
            }
        }
        return .run(values)
    }

    /// The help as a person reads it.
    public var help: String {
        let all = options + [Option("version", "Show the version."), Option("help", "Show this help.")]
        let heads = all.map { "  \($0.head)" }
        let width = heads.map(\.count).max() ?? 0
        let lines = zip(all, heads).map { option, head in
            head + String(repeating: " ", count: width + 2 - head.count) + option.help
        }
        return "\(abstract)\n\nUsage: \(program) [options]\n\n" + lines.joined(separator: "\n")
    }

    /// Reads arguments and runs the program with them; never returns.
    ///
    /// - Parameter arguments: without the program's name; this process's where none are given.
    public func main(
        _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        run: (ParsedOptions) throws(ExitError) -> Void
    ) -> Never {
        ignoreClosedPipes()
        do throws(ExitError) {
            switch try parse(arguments) {
            case .printHelp: print(help)
            case .printVersion: print(tabshellVersion)
            case .run(let values): try run(values)
            }
            exit(ExitStatus.done.rawValue)
        } catch {
            StandardError.write("\(program): \(error.reason)")
            exit(error.status.rawValue)
        }
    }

    private func usage(_ reason: String) -> ExitError {
        ExitError(status: .usage, reason: "\(reason); see \(program) --help")
    }
}

/// The options that were given.
public struct ParsedOptions: Equatable, Sendable {
    var flags: Set<String> = []
    var texts: [String: [String]] = [:]

    public init() {}

    /// Whether an option was given, with or without a value.
    public func flag(_ name: String) -> Bool { flags.contains(name) }

    /// An option's value as it was given; the last one of several.
    public func text(_ name: String) -> String? { texts[name]?.last }

    /// An option's values as they were given, in order.
    public func texts(_ name: String) -> [String] { texts[name] ?? [] }

    /// An option's value as a number in a range.
    ///
    /// - Throws: ``ExitError`` with the status of a usage error.
    public func number(_ name: String, in range: ClosedRange<Double>) throws(ExitError) -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw ExitError(
                status: .usage,
                reason: "--\(name) is a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
        }
        return number
    }
}
