import FakeCompositor
import Geometry
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

private let standard = "ext_background_effect_manager_v1"
private let kwin = "org_kde_kwin_blur_manager"

@Suite struct BlurTests {
    /// Rounded corners as unaligned rectangles.
    private let shape = [
        Rect(x: 10.4, y: 0, width: 79.2, height: 5.5), Rect(x: 0, y: 5.5, width: 100, height: 20.1),
        Rect(x: 50, y: 50, width: 0.2, height: 10),
    ]
    /// Adjacent rectangles stay adjacent; the last one rounds to nothing.
    private let whole = [
        PixelRect(x: 10, y: 0, width: 80, height: 6), PixelRect(x: 0, y: 6, width: 100, height: 20),
    ]

    @Test func standardProtocolIsPreferredToKWins() throws {
        for (versions, object) in [
            ([standard: 1], "ext_background_effect_surface_v1"), ([kwin: 1], "org_kde_kwin_blur"),
            ([standard: 1, kwin: 2], "ext_background_effect_surface_v1"),
        ] as [([String: UInt32], String)] {
            let (local, bar, fake, _) = try LocalSession.showing(versions: versions)
            #expect(local.connection.supportsBackgroundBlur)
            #expect(fake.shown?.blurRegion == nil)
            let frames = fake.frameCount
            // It takes effect although nothing else changes.
            bar.setBlurRegion(shape)
            bar.setBlurRegion(shape)
            try local.settle()
            #expect(fake.commits.last?.blurRegion == whole)
            #expect(fake.frameCount == frames)
            let (blurs, commits) = (local.compositor.objects(object), fake.commits.count)
            #expect(blurs.count == 1)
            bar.setBlurRegion(shape)
            try local.settle()
            #expect(fake.commits.count == commits)

            bar.isHidden = true
            try local.settle()
            #expect(fake.commits.last?.blurRegion == nil)
            bar.isHidden = false
            try local.rest()
            #expect(fake.shown?.blurRegion == whole)
            for none in [nil, []] as [[Rect]?] {
                bar.setBlurRegion(none)
                try local.settle()
                #expect(fake.commits.last?.blurRegion == nil)
                bar.setBlurRegion(shape)
                try local.settle()
                #expect(fake.commits.last?.blurRegion == whole)
            }
            bar.destroy()
            try local.settle()
            #expect(local.compositor.objects("ext_background_effect_surface_v1").isEmpty)
            #expect(local.compositor.objects("org_kde_kwin_blur").isEmpty)
        }
    }

    /// A bar that asks for a blur.
    private func blurred(_ local: LocalSession) throws -> (Surface, FakeSurface) {
        let (bar, fake) = try local.surface(.bar(), PlainContent())
        bar.setBlurRegion(shape)
        try local.rest()
        return (bar, fake)
    }

    /// KWin 5 keeps the first region of each blur object.
    @Test(arguments: [standard, kwin])
    func regionMayChange(interface: String) throws {
        let local = try LocalSession(versions: [interface: 1])
        let (bar, fake) = try blurred(local)
        for height in [30, 20, 40] {
            bar.setBlurRegion([Rect(x: 0, y: 0, width: 50, height: Double(height))])
            try local.settle()
            #expect(fake.commits.last?.blurRegion == [PixelRect(x: 0, y: 0, width: 50, height: height)])
            let kinds = ["ext_background_effect_surface_v1", "org_kde_kwin_blur"]
            #expect(kinds.flatMap(local.compositor.objects).count == 1)
        }
    }

    @Test func missingProtocolIsIgnored() throws {
        let local = try LocalSession()
        #expect(!local.connection.supportsBackgroundBlur)
        #expect(try blurred(local).1.shown?.blurRegion == nil)
    }

    @Test func capabilityChangesAreAnnounced() throws {
        let local = try LocalSession(versions: [standard: 1]) { $0.setBackgroundEffects(0) }
        var changes: [Bool] = []
        local.connection.onBlurSupportChange = { [unowned local] in
            changes.append(local.connection.supportsBackgroundBlur)
        }
        #expect(!local.connection.supportsBackgroundBlur)
        let (_, fake) = try blurred(local)
        // Unknown bits are ignored.
        for capabilities in [1, 1, 0, 0x8000_0003] as [UInt32] {
            local.compositor.setBackgroundEffects(capabilities)
            try local.settle()
        }
        #expect(changes == [true, false, true])
        #expect(fake.commits.last?.blurRegion == whole)
        #expect(local.compositor.objects("ext_background_effect_surface_v1").count == 1)
    }

    @Test(arguments: [standard, kwin])
    func globalMayComeAndGo(interface: String) throws {
        let local = try LocalSession()
        let (_, fake) = try blurred(local)
        for _ in 0..<2 {
            let global = local.compositor.addGlobal(interface, 1)
            try local.settle()
            #expect(local.connection.supportsBackgroundBlur)
            #expect(fake.commits.last?.blurRegion == whole)
            local.compositor.removeGlobal(global)
            try local.settle()
            #expect(!local.connection.supportsBackgroundBlur)
            #expect(fake.commits.last?.blurRegion == nil)
        }
    }
}
