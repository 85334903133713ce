// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct ProtocolLogTests {
    static let older = """
        tabshell-panel: a word of the program itself
        [ 479152.155] wl_registry@2.global(10, "zwlr_layer_shell_v1, or not", 2)
        [ 479152.160]  -> wl_registry@2.bind(10, "zwlr_layer_shell_v1", 4, new id [unknown]@6)
        [ 479153.000]  -> zwlr_layer_shell_v1@6.get_layer_surface(new id zwlr_layer_surface_v1@8, wl_surface@7, \
        nil, 2, "b")
        [ 479153.020]  -> wl_surface@7.commit()
        [ 479154.004]  -> wl_surface@7.attach(wl_buffer@10, 0, 0)
        [ 479154.007]  -> wl_surface@7.commit()
        [ 479170.200]  -> wl_surface@7.attach(nil, 0, 0)
        [ 479170.300]  -> wl_surface@7.commit()
        [ 479170.400] discarded wl_callback@12.done(4)
        """

    @Test func parsesLinesOfOlderLibraries() throws {
        let log = ProtocolLog(Self.older)
        #expect(log.entries.count == 9)
        let global = try #require(log.entries.first)
        #expect(global.time == 479_152_155)
        #expect(!global.isRequest && !global.isDiscarded)
        #expect(global.object == .init("wl_registry", 2))
        #expect(global.message == "global")
        #expect(global.arguments == ["10", "\"zwlr_layer_shell_v1, or not\"", "2"])
        #expect(log.entries[1].isRequest)
        #expect(log.entries[1].object(3)?.id == 6)
        #expect(log.entries.last?.isDiscarded == true)
    }

    @Test func parsesLinesOfNewerLibraries() throws {
        let log = ProtocolLog(
            """
            [1234567.890] {Default Queue}  -> wl_surface#12.attach(wl_buffer#3, 0, 0)
            [1234567.891] {mesa egl} discarded wl_callback#8.done(5)
            [1234567.892] {Default Queue}  -> wl_surface#12.commit()
            """)
        #expect(log.entries.map(\.message) == ["attach", "done", "commit"])
        #expect(log.entries.map(\.isRequest) == [true, false, true])
        #expect(log.entries[1].isDiscarded)
        #expect(log.commits(of: .init("wl_surface", 12)) == [1_234_567_892])
    }

    @Test func tracksSurfaces() throws {
        let log = ProtocolLog(Self.older)
        let bar = try #require(log.layerSurfaces.first)
        #expect(bar.namespace == "b")
        #expect(bar.surface == .init("wl_surface", 7))
        #expect(log.commits(of: bar.surface) == [479_153_020, 479_154_007, 479_170_300])
        #expect(log.commits(of: bar.surface, in: 479_154_000..<479_170_000) == [479_154_007])
    }

    @Test func timeIsMonotonicAcrossOverflow() {
        let log = ProtocolLog(
            """
            [4294967.000]  -> wl_surface@7.commit()
            [      0.004]  -> wl_surface@7.commit()
            """)
        #expect(log.entries.map(\.time) == [4_294_967_000, 4_294_967_300])
        #expect(log.time(ofRealtime: 5 << 32 | 1004) == 4_294_968_300)
    }

    @Test(arguments: [
        "", "[12.3] wl_surface@7.commit()", "[1.234] nothing", "[1.234] wl_surface.commit()", "[x.123] a@1.b()",
    ])
    func otherLinesAreIgnored(line: String) {
        #expect(ProtocolLog(line).entries.isEmpty)
    }
}
