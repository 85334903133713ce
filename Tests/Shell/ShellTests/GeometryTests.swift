// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

extension ShellTests {
    /// The numbers of the Figma design, measured in screenshots.
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
                for name in BarPixels.tabs { try check(bar, name, isSelected: name == tab) }
                let output = try #require(try shell.sway.outputs.first)
                #expect(try shell.sway.usableArea(of: output.name)?.height == 500 - 119)
            }
            #expect(try shell.alivePrograms().count == 4)
            let findings = try shell.tabctl("doctor")
            #expect(
                findings.hasPrefix("{") && findings.contains(#"{"check":"zwlr_layer_shell_v1","verdict":"ok""#),
                "\(findings)")
        }

        /// Checks that the indicator is within one pixel of its position. The icons are where `BarLayoutTests` has them.
        private func check(_ bar: BarPixels, _ tab: String, isSelected: Bool) throws {
            let onePixel = 1 / bar.scale + 0.001
            guard isSelected else {
                #expect(bar.ink(tab, rows: 56..<64) == nil, "\(tab) has an indicator")
                return
            }
            let ellipse = try #require(bar.ink(tab, rows: 51..<62))
            #expect(abs(ellipse.left - (bar.center(of: tab) - 10)) <= onePixel, "\(ellipse)")
            #expect(abs(ellipse.right - (bar.center(of: tab) + 10)) <= onePixel, "\(ellipse)")
            #expect(abs(ellipse.top - 52) <= onePixel, "\(ellipse)")
            #expect(abs(ellipse.bottom - 60) <= onePixel, "\(ellipse)")
            #expect(abs(ellipse.opacity - 1) < 0.01)
        }
    }
}
