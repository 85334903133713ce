import Foundation
import IconSource

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first, arguments.count > 1 else {
    FileHandle.standardError.write(
        Data("usage: icon-swift-gen OUTPUT.swift NAME.icon...\nWrites the tables of the built-in icons.\n".utf8))
    exit(2)
}

do {
    let sources = try arguments.dropFirst().map { path in
        let file = URL(fileURLWithPath: path)
        return try IconSource(
            name: file.deletingPathExtension().lastPathComponent, text: String(contentsOf: file, encoding: .utf8))
    }
    try Data(IconTables(sources).source.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
