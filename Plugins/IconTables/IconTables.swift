import Foundation
import PackagePlugin

/// Generates the tables of the icons in a target's `Definitions`.
@main
struct IconTables: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let definitions = target.directoryURL.appending(path: "Definitions")
        let inputs = try FileManager.default.contentsOfDirectory(at: definitions, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "icon" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "IconTables.swift")
        return [
            .buildCommand(
                displayName: "Generating the icons of \(target.name)",
                executable: try context.tool(named: "icon-swift-gen").url,
                arguments: [output.path] + inputs.map(\.path),
                inputFiles: inputs,
                outputFiles: [output])
        ]
    }
}
