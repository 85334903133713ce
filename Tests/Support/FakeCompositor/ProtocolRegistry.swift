import Foundation
import TestSupport
import WaylandScanner

/// The interfaces of all supported protocols, read at run time from the files that the bindings are generated from.
struct ProtocolRegistry: Sendable {
    private let interfaces: [String: InterfaceDefinition]

    /// The interfaces, read once.
    static func shared() throws -> ProtocolRegistry { try cached.get() }

    private static let cached = Result { try ProtocolRegistry() }

    private init() throws {
        let root = Repository.root
        let list = try String(
            contentsOf: root.appendingPathComponent("Sources/Wayland/WaylandProtocols/protocols.txt"), encoding: .utf8)
        var folders = ["package": root.appendingPathComponent("protocol/wayland").path]
        var interfaces: [String: InterfaceDefinition] = [:]
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, words[0] == "file" else { continue }
            let folder = try folders[words[1]] ?? Self.dataFolder(of: words[1])
            folders[words[1]] = folder
            let file = "\(folder)/\(words[2])"
            let definition = try ProtocolDefinition(xml: Data(contentsOf: URL(fileURLWithPath: file)), file: file)
            for interface in definition.interfaces { interfaces[interface.name] = interface }
        }
        self.interfaces = interfaces
    }

    func interface(_ name: String) throws -> InterfaceDefinition {
        guard let interface = interfaces[name] else { throw SystemError("no protocol file has \(name)") }
        return interface
    }

    private static func dataFolder(of module: String) throws -> String {
        let output = try ChildProcess.run("pkg-config", ["--variable=pkgdatadir", module])
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
