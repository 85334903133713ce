import Foundation
import PackagePlugin

/// Generates the sources of a target from the Swift blocks of PageKit's tutorial, each of which names its file in its first
/// line.
@main
struct TutorialSources: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let text = context.package.directoryURL.appending(path: "docs/tutorial.md")
        let script = context.package.directoryURL.appending(path: "Plugins/TutorialSources/extract.awk")
        let isTest = (target as? any SourceModuleTarget)?.kind == .test
        let folder = "\(isTest ? "Tests" : "Sources")/\(target.name)/"
        let heads = try String(contentsOf: text, encoding: .utf8).split(separator: "\n").filter {
            $0.hasPrefix("// \(folder)")
        }
        let outputs = heads.map { context.pluginWorkDirectoryURL.appending(path: $0.dropFirst("// \(folder)".count)) }
        return [
            .buildCommand(
                displayName: "Extracting \(target.name) from the tutorial",
                executable: URL(filePath: "/usr/bin/awk"),
                arguments: [
                    "-v", "folder=\(folder)", "-v", "output=\(context.pluginWorkDirectoryURL.path)", "-f", script.path,
                    text.path,
                ],
                inputFiles: [text, script],
                outputFiles: outputs)
        ]
    }
}
