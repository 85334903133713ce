// SPDX-License-Identifier: MIT

import Foundation
import WaylandScanner

let usage = """
    usage: wayland-swift-gen [--list PROTOCOLS.txt] OUTPUT.swift INPUT.xml...
    Generates Swift bindings of Wayland protocols. Without a list, all interfaces in their newest versions.

    """

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
}

func contents(_ path: String) -> Data {
    guard let data = FileManager.default.contents(atPath: path) else { fail("\(path): cannot read the file") }
    return data
}

var arguments = Array(CommandLine.arguments.dropFirst())
var listPath: String?
if arguments.first == "--list", arguments.count > 1 {
    listPath = arguments[1]
    arguments.removeFirst(2)
}
guard arguments.count >= 2, !arguments.contains(where: { $0.hasPrefix("-") }) else {
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
}

do {
    var list: ProtocolList?
    if let listPath {
        list = try ProtocolList(text: String(decoding: contents(listPath), as: UTF8.self), file: listPath)
    }
    let protocols = try arguments.dropFirst().map { try ProtocolDefinition(xml: contents($0), file: $0) }
    let source = SwiftEmitter(try Bindings(protocols, list: list)).source()
    try Data(source.utf8).write(to: URL(fileURLWithPath: arguments[0]), options: .atomic)
} catch {
    fail("\(error)")
}
