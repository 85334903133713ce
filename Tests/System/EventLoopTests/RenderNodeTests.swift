// SPDX-License-Identifier: MIT

import Posix
import TestSupport
import Testing

@Suite struct RenderNodeTests {
    @Test func nodesOfGPUsCount() throws {
        let folder = try TemporaryDirectory()
        #expect(RenderNode.accelerated(devices: folder.appending("nothing")).isEmpty)
        for name in ["card0", "renderD129", "renderD128", "by-path"] { try folder.write("", to: name) }
        // A file is no device, and its driver does not answer.
        let paths = ["renderD128", "renderD129"].map { folder.appending($0) }
        #expect(RenderNode.accelerated(devices: folder.path) == paths)
        #expect(RenderNode.accelerated(devices: folder.path) { $0.hasSuffix("9") } == [paths[1]])
        #expect(RenderNode.accelerated(devices: folder.path) { _ in false }.isEmpty)
    }
}
