// SPDX-License-Identifier: MIT

import Testing

@testable import DesktopSession

@Suite struct SessionSetupTests {
    @Test func compositorDrawsWithPixmanWithoutAGPU() {
        #expect(SessionSetup.renderer(chosen: nil, gpus: []) == "pixman")
        #expect(SessionSetup.renderer(chosen: nil, gpus: ["/dev/dri/renderD128"]) == nil)
        #expect(SessionSetup.renderer(chosen: "gles2", gpus: []) == nil)
    }
}
