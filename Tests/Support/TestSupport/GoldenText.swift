import CTestSupport
import Foundation

/// Returns the reviewed text of a name in `Golden` beside a test's file; nil without one. `TABSHELL_GOLDEN=write` replaces it.
public func goldenText(_ name: String, now text: String? = nil, beside file: String = #filePath) throws -> String? {
    let golden = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Golden/\(name).txt")
    if let text, ProcessInfo.processInfo.environment["TABSHELL_GOLDEN"] == "write" {
        try text.write(to: golden, atomically: true, encoding: .utf8)
    }
    return try? String(contentsOf: golden, encoding: .utf8)
}

/// Plays a script with its reviewed outcome, a text of a name in `Golden` beside a test's file: below each line, indented, is
/// its result. `TABSHELL_GOLDEN=write` replaces it with the present outcome.
///
/// - Parameter play: returns the outcome of a line.
/// - Returns: the reviewed text, and the present one.
public func playScript(
    _ name: String, beside file: String = #filePath, _ play: (String) throws -> [String]
) throws -> (reviewed: String?, played: String) {
    let script = try goldenText(name, beside: file) ?? ""
    var lines: [String] = []
    for line in script.components(separatedBy: "\n") where !line.hasPrefix("    ") {
        lines.append(line)
        lines += try play(line).map { "    " + $0 }
    }
    let played = lines.joined(separator: "\n")
    return (try goldenText(name, now: played, beside: file), played)
}

/// Returns the index of the first byte that differs by more than a tolerance in two pictures of the same size.
public func firstDifference(_ one: [UInt8], _ other: [UInt8], beyond tolerance: Int) -> Int? {
    let index = cts_first_difference(one, other, min(one.count, other.count), Int32(tolerance))
    return index < 0 ? nil : index
}
