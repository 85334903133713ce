// SPDX-License-Identifier: MIT

import FakeCompositor
import Geometry
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

/// Pages in ordinary windows keep their size while they are hidden.
@Suite struct WindowHidingTests {
    private let role = Role.window(title: "page", appID: "page", height: nil)

    @Test(arguments: [true, false])
    func hiddenWindowKeepsItsSize(hasViewporter: Bool) throws {
        let local = try LocalSession(versions: hasViewporter ? [:] : ["wp_viewporter": 0])
        let content = PlainContent()
        let (page, fake) = try local.surface(role, content)
        try local.rest()
        for size in [PixelSize(428, 800), PixelSize(600, 700)] {
            fake.configure(size.width, size.height, serial: local.compositor.serial(), states: [4])
            try local.rest()
            page.isHidden = true
            try local.settle()
            #expect(fake.shownSize == size)
            #expect(fake.shown?.pixels.allSatisfy { $0 == 0 } == true)
            #expect(fake.commits.last?.inputRegion == [])
            page.isHidden = false
            try local.rest()
            #expect(fake.shownSize == size)
            #expect(content.sizes.last == Size(width: Double(size.width), height: Double(size.height)))
        }
        #expect(local.compositor.violations == [])
    }

    /// Weston answers another size with a fatal error, xdg_wm_base.invalid_surface_state.
    @Test(arguments: [1, 2], [true, false])
    func hiddenWindowHasTheConfiguredSize(state: UInt8, isHiddenFirst: Bool) throws {
        let local = try LocalSession()
        let (page, fake) = try local.surface(role, PlainContent(), isHidden: isHiddenFirst)
        try local.rest()
        if isHiddenFirst { page.isHidden = true }
        fake.configure(428, 926, serial: local.compositor.serial(), states: [state])
        try local.rest()
        page.isHidden = true
        try local.rest()
        fake.configure(926, 428, serial: local.compositor.serial(), states: [state])
        try local.rest()
        page.isHidden = false
        try local.rest()
        #expect(fake.shownSize == PixelSize(926, 428))
        #expect(local.compositor.violations == [])
    }

    /// mutter, labwc and KWin configure a window with the size that it last had, which may be none to speak of.
    @Test func rememberedPlaceholderIsNotBelieved() throws {
        let local = try LocalSession()
        let (page, fake) = try local.surface(role, PlainContent(), isHidden: true)
        try local.rest()
        #expect(fake.shownSize == PixelSize(428, 800))
        fake.configure(1, 1, serial: local.compositor.serial(), states: [4])
        try local.rest()
        page.isHidden = false
        try local.rest()
        #expect(fake.shownSize == PixelSize(428, 800))
        // Where the compositor fixes the size, even an absurd one is its affair.
        fake.configure(1, 1, serial: local.compositor.serial(), states: [1])
        try local.rest()
        #expect(fake.shownSize == PixelSize(1, 1))
        #expect(local.compositor.violations == [])
    }
}

extension FakeSurface {
    /// The size of its latest commit, logical pixels.
    fileprivate var shownSize: PixelSize? { commits.last.flatMap { $0.destination ?? $0.bufferSize } }
}
