// SPDX-License-Identifier: MIT
import Glibc
import Localization
import Posix

extension CommandSpec {
    /// Runs one of the programs of an executable, that of the name by which this process was started; never returns.
    public static func main(named programs: KeyValuePairs<String, () -> CommandSpec>) -> Never {
        let path = CommandLine.arguments.first ?? ""
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        for (known, program) in programs where known == name { program().main() }
        let names = programs.map(\.key).joined(separator: ", ")
        Log.write(localized("unknown program name \"\(name)\": expected \(names)"))
        exit(ExitStatus.usage.rawValue)
    }

    /// Runs the program with this process's arguments; never returns.
    public func main() -> Never {
        run(Array(CommandLine.arguments.dropFirst())) { command, options in try command.action?(options) }
    }

    /// Runs a program without subcommands; never returns.
    ///
    /// - Parameter arguments: without the program's name; nil for this process's.
    public func main(_ arguments: [String]? = nil, action: (ParsedOptions) throws -> Void) -> Never {
        run(arguments ?? Array(CommandLine.arguments.dropFirst())) { _, options in try action(options) }
    }

    private func run(_ arguments: [String], _ body: (CommandSpec, ParsedOptions) throws -> Void) -> Never {
        ignoreSIGPIPE()
        if [Self.messagesOption, Self.manualOption, Self.scriptOption].allSatisfy({ $0 != arguments.first }) {
            Localization.activate()
        }
        var invocation = Invocation(self)
        do {
            if let text = try generated(arguments) {
                StandardOutput.write(Array(text.utf8))
                exit(ExitStatus.done.rawValue)
            }
            try relay?(arguments)
            switch try parse(arguments, &invocation) {
            case .run(let options): try body(invocation.command, options)
            case .help: StandardOutput.writeLines(invocation.command.help(path: invocation.path))
            case .version: StandardOutput.writeLine(tabshellVersion)
            }
            exit(ExitStatus.done.rawValue)
        } catch let error as ExitError {
            Log.write("\(name): \(error.reason)")
            if error.status == .usage {
                Log.write(invocation.command.usageLine(path: invocation.path))
                Log.write(localized("See \(invocation.path) --help."))
            }
            exit(error.status.rawValue)
        } catch {
            Log.write("\(name): \(error)")
            exit(ExitStatus.refused.rawValue)
        }
    }

    /// The text for shells, the manual or translators that the first argument asks for; nil if it does not.
    private func generated(_ arguments: [String]) throws(ExitError) -> String? {
        let words = Array(arguments.dropFirst())
        return switch arguments.first {
        case Self.candidatesOption: candidateLines(for: words)
        case Self.scriptOption: try completionScript(for: words.first) + "\n"
        case Self.manualOption: manual
        case Self.messagesOption: messageLines
        default: nil
        }
    }
}

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
