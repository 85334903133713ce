// SPDX-License-Identifier: MIT
import Glibc
import Localization
import Posix

extension CommandSpec {
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
            if arguments.first == Self.candidatesOption {
                StandardOutput.write(Array(candidateLines(for: Array(arguments.dropFirst())).utf8))
                exit(ExitStatus.done.rawValue)
            }
            if arguments.first == Self.scriptOption {
                StandardOutput.write(Array((try completionScript(for: arguments.dropFirst().first) + "\n").utf8))
                exit(ExitStatus.done.rawValue)
            }
            if arguments.first == Self.manualOption {
                StandardOutput.write(Array(manual.utf8))
                exit(ExitStatus.done.rawValue)
            }
            if arguments.first == Self.messagesOption {
                StandardOutput.write(Array(messageLines.utf8))
                exit(ExitStatus.done.rawValue)
            }
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
}
