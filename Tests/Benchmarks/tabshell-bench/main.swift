import Foundation

/// Returns the exit status. A function, because `exit` would skip the deinitializer that stops the compositor.
func run() -> Int32 {
    do {
        let options = try Options(CommandLine.arguments.dropFirst())
        if options.wantsHelp {
            print(Options.help)
            return 0
        }
        return try Bench(options).run() ? 0 : 1
    } catch {
        FileHandle.standardError.write(Data("tabshell-bench: \(error)\n".utf8))
        return error is Options.UsageError ? 64 : 1
    }
}

exit(run())
