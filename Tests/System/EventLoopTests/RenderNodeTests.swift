// SPDX-License-Identifier: MIT

import Foundation
import Posix
import TestSupport
import Testing

/// The render nodes of machines, as folders.
@Suite struct RenderNodeTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for name in ["dri", "drm", "drivers"] { _ = try folder.makeDirectory(name) }
    }

    private func add(_ name: String, driver: String) throws {
        try folder.write("", to: "dri/\(name)")
        for path in ["drivers/\(driver)", "drm/\(name)", "drm/\(name)/device"]
        where access(folder.appending(path), F_OK) != 0 {
            _ = try folder.makeDirectory(path)
        }
        symlink(folder.appending("drivers/\(driver)"), folder.appending("drm/\(name)/device/driver"))
    }

    private var accelerated: [String] {
        RenderNode.accelerated(devices: folder.appending("dri"), classes: folder.appending("drm"))
            .map { FileSystem.name(of: $0) }
    }

    @Test func nodesOfGPUsCount() throws {
        #expect(accelerated.isEmpty)
        try add("card0", driver: "simpledrm")
        try add("renderD130", driver: "vgem")
        #expect(accelerated.isEmpty)
        try add("renderD129", driver: "nouveau")
        try add("renderD128", driver: "i915")
        // One that does not say what it can is believed.
        try add("renderD131", driver: "virtio_gpu")
        #expect(accelerated == ["renderD128", "renderD129", "renderD131"])
    }

    @Test func machineWithoutTheFolderHasNone() {
        #expect(RenderNode.accelerated(devices: folder.appending("nothing")).isEmpty)
    }
}
