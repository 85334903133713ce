import Foundation
import TestSupport
import Testing

extension ShellTests {
    /// The numbers of the Figma design, measured in screenshots (see `BarPixels.isAtRest`). Each part's are in `SceneTests`.
    @Suite struct Geometry {
        @Test func barMatchesTheLayout() throws {
            let width = 428
            let shell = try ShellSession(width: width, height: 500)
            var tabs = BarPixels.tabs[...]
            // With live changes of scale and mode in between.
            for scale in [1, 1.5, 2] {
                try shell.sway.setOutput(scale: scale)
                try shell.sway.setMode(width: Int(Double(width) * scale), height: Int(500 * scale))
                let tab = tabs.removeFirst()
                let bar = BarPixels(try shell.show(tab), scale: scale)
                #expect(bar.width == Double(width))
                let output = try #require(try shell.sway.outputs.first)
                #expect(try shell.sway.usableArea(of: output.name)?.height == 500 - 119)
            }
            #expect(try shell.alivePrograms().count == 4)
            let findings = try shell.tabctl("doctor")
            #expect(
                findings.hasPrefix("{") && findings.contains(#"{"check":"zwlr_layer_shell_v1","verdict":"ok""#),
                "\(findings)")
        }
    }
}
