// SPDX-License-Identifier: MIT

import FakeCompositor
import Geometry
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

@Suite struct RegionTests {
    @Test func inputRegionIsRoundedOutwards() throws {
        let local = try LocalSession()
        let (bar, fake) = try local.surface(.bar(), PlainContent())
        try local.rest()
        #expect(fake.shown?.inputRegion == nil)
        let frames = fake.frameCount
        // The right edge lies at 21.1, in pixel 21.
        bar.setInputRegion(
            [Rect(x: 10.9, y: -3.5, width: 10.2, height: 4), Rect(x: 5, y: 5, width: 0, height: 9)]
                + (0..<500).map { Rect(x: Double($0) + 0.5, y: 10, width: 1, height: 1) })
        try local.settle()
        let region = try #require(fake.commits.last?.inputRegion)
        #expect(region.count == 501)
        #expect(region[0] == PixelRect(x: 10, y: -4, width: 12, height: 5))
        #expect(region[500] == PixelRect(x: 499, y: 10, width: 2, height: 1))
        bar.setInputRegion([])
        try local.settle()
        #expect(fake.commits.last?.inputRegion == [])
        bar.setInputRegion(nil)
        try local.settle()
        #expect(fake.commits.last?.inputRegion == nil)
        #expect(fake.frameCount == frames)
    }

    @Test func opaqueRegionIsRoundedInwards() throws {
        let local = try LocalSession()
        let content = PlainContent()
        let (bar, fake) = try local.surface(.bar(), content)
        try local.rest()
        func redraw() throws {
            content.color ^= 0xFF
            bar.invalidate()
            try local.rest()
        }
        bar.setOpaqueRegion([
            Rect(x: 0.5, y: 20, width: 99, height: 60.9), Rect(x: 3.2, y: 3, width: 0.7, height: 9),
        ])
        try redraw()
        #expect(fake.shown?.opaqueRegion == [PixelRect(x: 1, y: 20, width: 98, height: 60)])
        bar.setOpaque(true)
        try redraw()
        #expect(fake.shown?.opaqueRegion == [PixelRect(x: 0, y: 0, width: 428, height: 100)])
        bar.setGeometry(height: 120)
        try local.rest()
        bar.setOpaque(true)
        try redraw()
        #expect(fake.shown?.opaqueRegion == [PixelRect(x: 0, y: 0, width: 428, height: 120)])
        bar.isHidden = true
        bar.setOpaque(true)
        try local.rest()
        #expect(fake.shown?.opaqueRegion == [])
        bar.isHidden = false
        bar.setOpaque(false)
        try local.rest()
        #expect(fake.shown?.opaqueRegion == [])
    }

    @Test func regionsTakeEffectWithTheNextFrame() throws {
        let local = try LocalSession { $0.framePace = .manual }
        let content = PlainContent()
        content.moves = true
        let (bar, fake) = try local.surface(.bar(), content)
        try local.waitUntil("an animation") { fake.frameCount == 1 }
        bar.setInputRegion([])
        try local.settle()
        #expect(fake.commits.last?.inputRegion == nil)
        fake.fireFrame()
        try local.settle()
        #expect(fake.commits.filter { $0.inputRegion == [] }.map(\.hasBuffer) == [true])
    }
}
