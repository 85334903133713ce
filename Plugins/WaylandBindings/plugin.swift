import Foundation
import PackagePlugin

/// Generates Swift bindings of the protocols in a target's `protocols.txt`.
@main
struct WaylandBindings: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let list = target.directoryURL.appending(path: "protocols.txt")
        let inputs = try files(in: list, packageDirectory: context.package.directoryURL)
        let output = context.pluginWorkDirectoryURL.appending(path: "WaylandProtocols.swift")
        return [
            .buildCommand(
                displayName: "Generating Wayland bindings of \(target.name)",
                executable: try context.tool(named: "wayland-swift-gen").url,
                arguments: [list.path, output.path] + inputs.map(\.path),
                inputFiles: [list] + inputs,
                outputFiles: [output])
        ]
    }

    /// The XML files of the list's `file MODULE PATH` statements; the generator reads the others.
    private func files(in list: URL, packageDirectory: URL) throws -> [URL] {
        var directories = ["package": packageDirectory.appending(path: "protocol/wayland")]
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 3, words[0] == "file" else { return nil }
            let directory = try directories[words[1]] ?? dataDirectory(ofModule: words[1])
            directories[words[1]] = directory
            return directory.appending(path: words[2])
        }
    }

    private func dataDirectory(ofModule module: String) throws -> URL {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--variable=pkgdatadir", module]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let path = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0, !path.isEmpty else { throw PluginError.noModule(module) }
        return URL(fileURLWithPath: path)
    }
}

enum PluginError: Error, CustomStringConvertible {
    case noModule(String)

    var description: String {
        switch self {
        case .noModule(let module):
            return "pkg-config does not find `\(module)`: its development package is not installed"
        }
    }
}
