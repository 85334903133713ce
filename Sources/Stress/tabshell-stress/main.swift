// SPDX-License-Identifier: MIT
import CommandLineKit
import Glibc
import Localization
import Posix
import StressPrograms

// The programs that know the database are this one executable; its name decides which of them runs.
let name =
    CommandLine.arguments.first?.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
if let page = StressProgram(named: name) { page.command.main() }
if name == CommandSpec.stress.name { CommandSpec.stress.main() }
let names = [CommandSpec.stress.name] + StressProgram.allCases.map(\.name)
Log.write(localized("unknown program name \"\(name)\": expected \(names.joined(separator: ", "))"))
exit(ExitStatus.usage.rawValue)
