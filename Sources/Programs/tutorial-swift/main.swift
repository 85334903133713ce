// SPDX-License-Identifier: MIT

import Glibc

/// Prints an error and exits.
func quit(_ message: String) -> Never {
    let line = "tutorial-swift: \(message)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(1)
}

func contents(of path: String) -> String {
    guard let file = fopen(path, "re") else { quit("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(contentsOf: buffer[..<count])
    }
}

guard CommandLine.arguments.count == 4 else { quit("usage: tutorial-swift TEXT FOLDER OUTPUT-FOLDER") }
let (text, folder, output) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
let lines = contents(of: text).split(separator: "\n", omittingEmptySubsequences: false)
var index = 0
while index < lines.count {
    defer { index += 1 }
    let head = "// \(folder)"
    guard lines[index] == "```swift", index + 1 < lines.count, lines[index + 1].hasPrefix(head) else { continue }
    guard let end = lines[index...].firstIndex(of: "```") else { quit("\(text):\(index + 1): unterminated code block") }
    // Errors of the compiler refer to the text.
    let body = ["#sourceLocation(file: \"\(text)\", line: \(index + 2))"] + lines[(index + 1)..<end].map(String.init)
    let path = "\(output)/\(lines[index + 1].dropFirst(head.count))"
    let source = body.joined(separator: "\n") + "\n"
    guard let file = fopen(path, "we"), fputs(source, file) >= 0, fclose(file) == 0 else {
        quit("cannot write \(path)")
    }
    index = end
}
