import Foundation
import TestSupport

/// The parsed command line.
struct Options {
    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    /// True for fewer repetitions.
    var quick = false
    /// The measurements to take; all if empty.
    var only: Set<Measurement> = []
    /// The directory of tabshell's programs.
    var products = BuiltProducts.besideUs
    var wantsHelp = false

    static let help = """
        usage: tabshell-bench [--quick] [--only NAME]... [--products DIR]

        Measures tabshell beside its peers (swaybar, yambar, waybar, swaymsg, sway's IPC and a bare C server) on one
        headless sway, prints Markdown tables, and ends with 1 when a bound is broken. The bounds are in Bounds.swift.
        What needs sway 1.10 is measured on that of Debian 13 below TABSHELL_ROOTS (see Tests/Compositors/run).

          --quick         fewer rounds
          --only NAME     only this measurement: \(Measurement.allCases.map(\.rawValue).joined(separator: ", "))
          --products DIR  where tabshelld and the others are (default: beside this program)
        """

    init(_ arguments: some Sequence<String>) throws {
        var words = arguments.makeIterator()
        while let word = words.next() {
            switch word {
            case "--quick": quick = true
            case "--help", "-h": wantsHelp = true
            case "--only":
                guard let name = words.next(), let measurement = Measurement(rawValue: name) else {
                    throw UsageError(description: "--only needs one of the names that --help lists")
                }
                only.insert(measurement)
            case "--products":
                guard let path = words.next() else { throw UsageError(description: "--products needs a directory") }
                products = URL(fileURLWithPath: path)
            default: throw UsageError(description: "unknown argument \(word); see --help")
            }
        }
    }

    func wants(_ measurement: Measurement) -> Bool { only.isEmpty || only.contains(measurement) }
}

/// A kind of measurement.
enum Measurement: String, CaseIterable {
    case memory, idle, start, `switch`, latency, frames, scroll, command, roundtrip, throughput, fanout
}
