import Glibc
import Posix

extension CommandSpec {
    /// Runs the program of an executable that has the name by which this process was started; never returns.
    public static func main(named programs: KeyValuePairs<String, () -> CommandSpec>) -> Never {
        let path = CommandLine.arguments.first ?? ""
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        for (known, program) in programs where known == name { program().main() }
        let names = programs.map(\.key).joined(separator: ", ")
        Log.write("unknown program name \"\(name)\": expected \(names)")
        exit(ExitStatus.usage.rawValue)
    }

    /// Runs the program with this process's arguments; never returns.
    public func main() -> Never {
        run(Array(CommandLine.arguments.dropFirst())) { command, options in try command.action?(options) }
    }

    /// Runs a program without subcommands; never returns. `arguments` is without the program's name; nil for this process's.
    public func main(_ arguments: [String]? = nil, action: (ParsedOptions) throws -> Void) -> Never {
        run(arguments ?? Array(CommandLine.arguments.dropFirst())) { _, options in try action(options) }
    }

    private func run(_ arguments: [String], _ body: (CommandSpec, ParsedOptions) throws -> Void) -> Never {
        openStandardStreams()
        ignoreSIGPIPE()
        var invocation = Invocation(self)
        do {
            if let text = try generated(arguments) {
                StandardOutput.write(Array(text.utf8))
                exit(ExitStatus.done.rawValue)
            }
            switch try parse(try relay?(arguments) ?? arguments, &invocation) {
            case .run(let options): try body(invocation.command, options)
            case .help: StandardOutput.writeLines(invocation.command.help(path: invocation.path))
            case .version: StandardOutput.writeLine(tabshellVersion)
            }
            exit(ExitStatus.done.rawValue)
        } catch let error as ExitError {
            Log.write("\(name): \(error.reason)")
            if error.status == .usage {
                Log.write(invocation.command.usageLine(path: invocation.path))
                Log.write("See \(invocation.path) --help.")
            }
            exit(error.status.rawValue)
        } catch {
            Log.write("\(name): \(error)")
            exit(ExitStatus.refused.rawValue)
        }
    }

    /// The text for shells or the manual that the first argument requests, if any.
    private func generated(_ arguments: [String]) throws(ExitError) -> String? {
        let words = Array(arguments.dropFirst())
        return switch arguments.first {
        case Self.candidatesOption: candidateLines(for: words)
        case Self.scriptOption: try completionScript(for: words.first) + "\n"
        case Self.manualOption: manual
        default: nil
        }
    }
}
