// SPDX-License-Identifier: MIT

import Foundation

/// Returns the reviewed text of a name in `Golden` beside a test's file; nil without one. `TABSHELL_GOLDEN=write` writes
/// the present text in its place.
public func goldenText(_ name: String, now text: String, beside file: String = #filePath) throws -> String? {
    let golden = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Golden/\(name).txt")
    if ProcessInfo.processInfo.environment["TABSHELL_GOLDEN"] == "write" {
        try text.write(to: golden, atomically: true, encoding: .utf8)
    }
    return try? String(contentsOf: golden, encoding: .utf8)
}
