// SPDX-License-Identifier: MIT

import BarAssets
import Foundation
import Icons
import TestSupport
import Testing

extension ShellTests {
    /// The numbers of the Figma design, measured in screenshots.
    @Suite struct Geometry {
        @Test func barMatchesTheLayout() throws {
            var options = ShellSession.Options()
            let width = 428
            (options.width, options.height) = (width, 500)
            let shell = try ShellSession(options)
            var tabs = BarPixels.tabs[...]
            // With live changes of scale and mode in between.
            for scale in [1, 1.5, 2] {
                try shell.sway.setOutput(scale: scale)
                try shell.sway.setMode(width: Int(Double(width) * scale), height: Int(500 * scale))
                let tab = tabs.removeFirst()
                try shell.connect().request("select", ["tab": tab])
                let bar = BarPixels(try shell.waitUntilShown(tab), scale: scale)
                #expect(bar.width == Double(width))
                for name in BarPixels.tabs { try check(bar, name, isSelected: name == tab) }
                checkShadow(bar)
                let output = try #require(try shell.sway.outputs.first)
                #expect(try shell.sway.usableArea(of: output.name)?.height == 500 - 119)
            }
            #expect(try shell.alivePrograms().count == 4)
        }

        /// Checks that an icon is within one pixel of its position and has the right opacity.
        private func check(_ bar: BarPixels, _ tab: String, isSelected: Bool) throws {
            let onePixel = 1 / bar.scale + 0.001
            let icon = try #require(bar.ink(tab, rows: isSelected ? 20..<51 : 24..<62))
            let shape = try IconShape(tab, scale: bar.scale)
            let (left, top) = (bar.center(of: tab) - 12, isSelected ? 24.0 : 30)
            #expect(abs(icon.left - left - shape.left) <= onePixel, "\(tab) at scale \(bar.scale): \(icon)")
            #expect(abs(icon.right - left - shape.right) <= onePixel, "\(tab) at scale \(bar.scale): \(icon)")
            #expect(abs(icon.top - top - shape.top) <= onePixel, "\(tab) at scale \(bar.scale): \(icon)")
            #expect(abs(icon.bottom - top - shape.bottom) <= onePixel, "\(tab) at scale \(bar.scale): \(icon)")
            #expect(abs(icon.opacity - (isSelected ? 1 : 0.3)) < 0.01)
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

        /// Black at 10 %, blurred with σ 10 and 5 higher than the bar, over the pages' background in the margin.
        private func checkShadow(_ bar: BarPixels) {
            for distance in [0.5, 5.5, 10.5, 20.5, 32.5] {
                let coverage = 0.5 * erfc((distance - 5) / 10 / 2.0.squareRoot())
                let expected = Double(BarPixels.page.red) * (1 - 0.1 * coverage)
                let seen = Double(bar.pixel(2, bar.top - distance).red)
                #expect(abs(seen - expected) <= 3, "\(distance) above the bar at scale \(bar.scale)")
            }
        }
    }
}

/// The bounds of an icon's ink within its 24 × 24, in logical pixels, as measured by ``BarPixels``.
private struct IconShape {
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double

    init(_ name: String, scale: Double) throws {
        let side = Int((24 * scale).rounded())
        guard let mask = Icons.mask(named: name, width: side, height: side) else {
            throw SystemError("no icon \(name)")
        }
        let bytes = mask.packedRows
        let dark = bytes.indices.filter { bytes[$0] >= 128 }
        left = Double(dark.map { $0 % side }.min() ?? 0) / scale
        right = Double((dark.map { $0 % side }.max() ?? 0) + 1) / scale
        top = Double((dark.first ?? 0) / side) / scale
        bottom = Double((dark.last ?? 0) / side + 1) / scale
    }
}
