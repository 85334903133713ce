import Foundation
import WaylandScanner

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3 else {
    FileHandle.standardError.write(
        Data(
            "usage: wayland-swift-gen PROTOCOLS.txt OUTPUT.swift INPUT.xml...\nWrites Swift bindings of Wayland protocols.\n"
                .utf8))
    exit(2)
}

do {
    let list = try ProtocolList(text: String(contentsOfFile: arguments[0], encoding: .utf8), file: arguments[0])
    let protocols = try arguments.dropFirst(2).map { path in
        try ProtocolDefinition(xml: Data(contentsOf: URL(fileURLWithPath: path)), file: path)
    }
    let source = SwiftEmitter(try Bindings(protocols, list: list)).source()
    try Data(source.utf8).write(to: URL(fileURLWithPath: arguments[1]), options: .atomic)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
