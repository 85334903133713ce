// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The tutorial's `Package.swift` asks for what ours offers.
@Suite("The tutorial's package")
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

    @Test("names a product that has every module which the text imports")
    func products() throws {
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
        #expect(Set(imports).subtracting(offered) == ["PackageDescription", "Testing"])
    }

    @Test("every block of Swift but the manifest is a file that is compiled")
    func blocks() throws {
        let blocks = try Tutorial.text.components(separatedBy: "```swift\n").dropFirst()
        #expect(blocks.count == 8)
        for block in blocks.dropFirst() {
            #expect(block.hasPrefix("// Sources/tabshell-water/") || block.hasPrefix("// Tests/WaterTests/"))
            for line in block.components(separatedBy: "```")[0].split(separator: "\n") { #expect(line.count <= 100) }
        }
    }
}
