import Foundation
import TestSupport
import Testing

/// The tutorial's `Package.swift` depends on a product that this package has.
@Suite("Tutorial package")
struct WaterManifestTests {
    /// A manifest as the package manager reads it; nothing is fetched or built.
    private func manifest(_ text: String) throws -> [String: Any] {
        let folder = try TemporaryDirectory()
        try folder.write(text, to: "Package.swift")
        let environment = ProcessInfo.processInfo.environment
        let arguments = [
            "package", "dump-package", "--package-path", folder.path, "--scratch-path", folder.appending("build"),
        ]
        let swift = try ChildProcess("swift", arguments, environment: environment, asRoot: true)
        let exit = try swift.waitForExit(seconds: 60)
        #expect(exit == .code(0), "\(swift.errorOutput)")
        return try #require(try JSONSerialization.jsonObject(with: Data(swift.output.utf8)) as? [String: Any])
    }

    @Test func productHasEveryImportedModule() throws {
        let water = try manifest(try Tutorial.block("swift"))
        let ours = try manifest(
            try String(contentsOf: Tutorial.root.appendingPathComponent("Package.swift"), encoding: .utf8))
        let products = try #require(ours["products"] as? [[String: Any]])
        let offered = try #require(products.first { $0["name"] as? String == "PageKit" }?["targets"] as? [String])
        let targets = try #require(water["targets"] as? [[String: Any]])
        #expect(targets.map { $0["name"] as? String } == ["tabshell-water", "WaterTests"])
        let dependencies = "\(targets)"
        #expect(dependencies.contains("PageKit") && dependencies.contains("tabshell"))
        let imports = try Tutorial.text.components(separatedBy: "\n").filter { $0.hasPrefix("import ") }
            .map { String($0.dropFirst("import ".count)) }
        #expect(Set(imports).subtracting(offered) == ["Glibc", "PackageDescription", "Testing"])
    }

    @Test(arguments: [("tabshell-mail", "the arrival of mail"), ("tabshell-memo", "a text field")])
    func otherProgramsStart(program: String, words: String) throws {
        let process = try ChildProcess(BuiltProducts.url(program).path, ["--help"], environment: Environment.plain)
        #expect(try process.waitForExit() == .code(0))
        #expect(process.output.contains(words))
    }

    /// Returns the code blocks of the text.
    private func blocks() throws -> [(language: String, lines: [String])] {
        var blocks: [(language: String, lines: [String])] = []
        var isInside = false
        var before = ""
        for line in try Tutorial.text.components(separatedBy: "\n") {
            let bare = line.drop { $0 == " " || $0 == "\t" }
            if bare.hasPrefix("```") || bare.hasPrefix("~~~") {
                if !isInside { blocks.append((String(line.dropFirst(3)), [])) }
                isInside.toggle()
            } else if isInside {
                blocks[blocks.count - 1].lines.append(line)
            } else if before.isEmpty, line.hasPrefix("    ") || line.hasPrefix("\t") {
                // An indented block of code, which has no language.
                blocks.append(("", [line]))
            }
            before = line
        }
        #expect(!isInside)
        return blocks
    }

    @Test func everySwiftBlockIsCompiled() throws {
        let ours = try manifest(
            try String(contentsOf: Tutorial.root.appendingPathComponent("Package.swift"), encoding: .utf8))
        // A target's kind determines the folder of its files for the plugin.
        let folders = try #require(ours["targets"] as? [[String: Any]]).compactMap { target -> String? in
            guard "\(target["pluginUsages"] ?? "")".contains("TutorialSources"), let name = target["name"] as? String
            else { return nil }
            return "// \(target["type"] as? String == "test" ? "Tests" : "Sources")/\(name)/"
        }
        #expect(folders.count == 4)
        let blocks = try blocks()
        #expect(Set(blocks.map(\.language)) == ["swift", "toml"])
        let swift = blocks.filter { $0.language == "swift" }
        #expect(swift.first?.lines.first == "// swift-tools-version: 6.1")
        var files: Set<String> = []
        for block in swift.dropFirst() {
            let head = try #require(block.lines.first)
            #expect(folders.contains { head.hasPrefix($0) } && head.hasSuffix(".swift"), "\(head)")
            #expect(files.insert(head).inserted, "\(head) is there twice")
            for line in block.lines { #expect(line.count <= 100, "\(line)") }
        }
        #expect(files.count == 9)
        // The plugin has generated each file that a first line names.
        for folder in folders { #expect(files.contains { $0.hasPrefix(folder) }, "\(folder)") }
    }
}
