// Writes the Swift blocks of a text whose first lines name a file in a folder to files in an output folder.

import Foundation

struct TutorialError: Error, CustomStringConvertible {
    let description: String
}

func extractBlocks(of path: String, in folder: String, to output: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
    let prefix = "// \(folder)"
    for (index, line) in lines.enumerated() where line.hasPrefix(prefix) && index > 0 && lines[index - 1] == "```swift"
    {
        guard let end = lines[index...].firstIndex(of: "```") else {
            throw TutorialError(description: "\(path):\(index): unterminated code block")
        }
        // Errors of the compiler refer to the text.
        let source =
            ["#sourceLocation(file: \"\(path)\", line: \(index + 1))"] + lines[index..<end].map(String.init) + [""]
        try source.joined(separator: "\n")
            .write(toFile: "\(output)/\(line.dropFirst(prefix.count))", atomically: true, encoding: .utf8)
    }
}

do {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 3 else {
        throw TutorialError(description: "usage: tutorial-swift TEXT FOLDER OUTPUT-FOLDER")
    }
    try extractBlocks(of: arguments[1], in: arguments[2], to: arguments[3])
} catch {
    FileHandle.standardError.write(Data("tutorial-swift: \(error)\n".utf8))
    exit(1)
}
