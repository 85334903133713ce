// SPDX-License-Identifier: MIT

import FakeCompositor
import Geometry
import Glibc
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

/// A buffer needs a descriptor and memory. Without them for a moment, a surface shows what it should a moment later.
@Suite(.serialized) struct BufferShortageTests {
    @Test func surfaceIsDrawnOnceThereAreDescriptors() throws {
        let local = try LocalSession()
        let (page, fake) = try local.surface(.bar(), PlainContent(), isHidden: true)
        try local.rest()
        let frames = fake.frameCount
        try withoutDescriptors {
            page.isHidden = false
            // Nothing else invalidates it.
            try local.settle()
            #expect(fake.frameCount == frames)
        }
        try local.waitUntil("the frame") { fake.frameCount > frames }
        #expect(fake.shown?.bufferSize == PixelSize(428, 100))
        #expect(local.compositor.violations == [])
    }

    @Test func surfaceIsHiddenOnceThereAreDescriptors() throws {
        let local = try LocalSession()
        let (page, fake) = try local.surface(.bar(), PlainContent())
        try local.rest()
        try withoutDescriptors {
            page.isHidden = true
            try local.settle()
            #expect(fake.shown?.bufferSize == PixelSize(428, 100))
        }
        try local.waitUntil("the placeholder") { fake.shown?.bufferSize == PixelSize(1, 1) }
        #expect(local.compositor.violations == [])
    }

    /// Runs without a descriptor left for this process.
    private func withoutDescriptors(_ body: () throws -> Void) throws {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { throw SystemError("getrlimit", errno: errno) }
        let lowest = dup(0)
        close(lowest)
        var low = rlimit(rlim_cur: rlim_t(lowest), rlim_max: limit.rlim_max)
        guard lowest > 0, setrlimit(kind, &low) == 0 else { throw SystemError("setrlimit", errno: errno) }
        defer { setrlimit(kind, &limit) }
        try body()
    }
}
