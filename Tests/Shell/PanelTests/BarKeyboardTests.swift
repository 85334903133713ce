// SPDX-License-Identifier: MIT

import Geometry
import Gestures
import ShellModel
import Testing

@testable import Panel

@Suite struct BarKeyboardTests {
    @Test func keyboardIsTakenAndThenShared() {
        var keys = BarKeyboard()
        #expect(keys.request == .none)
        keys.update(isWanted: true, mayShare: true)
        #expect(keys.request == .exclusive)
        var isLost = keys.focusChanged(true)
        #expect(!isLost && keys.request == .shared)
        // A window takes it.
        isLost = keys.focusChanged(false)
        #expect(isLost)
        keys.update(isWanted: false, mayShare: true)
        #expect(keys.request == .none)
    }

    @Test func keyboardThatIsGivenBackIsNotLost() {
        var keys = BarKeyboard()
        keys.update(isWanted: true, mayShare: true)
        _ = keys.focusChanged(true)
        keys.update(isWanted: false, mayShare: true)
        #expect(keys.request == .none)
        let isLost = keys.focusChanged(false)
        #expect(!isLost)
    }

    /// A page that had it exclusively may take it once more before it lets go.
    @Test func keyboardIsKeptBesideAPageThatHadIt() {
        var keys = BarKeyboard()
        keys.update(isWanted: true, mayShare: false)
        _ = keys.focusChanged(true)
        #expect(keys.request == .exclusive)
        let isLost = keys.focusChanged(false)
        #expect(!isLost && keys.request == .exclusive)
    }

    /// The focus that ends is not taken for the next one.
    @Test func keyboardThatWasGivenBackIsAskedForAgain() {
        var keys = BarKeyboard()
        keys.update(isWanted: true, mayShare: true)
        _ = keys.focusChanged(true)
        #expect(keys.request == .shared)
        keys.update(isWanted: false, mayShare: true)
        keys.update(isWanted: true, mayShare: true)
        #expect(keys.request == .exclusive)
        let isLost = keys.focusChanged(false)
        #expect(!isLost && keys.request == .exclusive)
        _ = keys.focusChanged(true)
        #expect(keys.request == .shared)
    }

    @Test func arrowsFollowTheBarsEdge() {
        func moves(_ keys: [Key], _ place: FocusMove.Place, _ edge: Edge) -> [FocusMove?] {
            keys.map { FocusMove(.key($0), in: place, at: edge) }
        }
        let arrows: [Key] = [.left, .right, .up, .down]
        // The one that points to the pages leads there.
        #expect(moves(arrows, .bar, .bottom) == [.previous, .next, .page, nil])
        #expect(moves(arrows, .bar, .top) == [.previous, .next, nil, .page])
        #expect(moves(arrows, .bar, .left) == [nil, .page, .previous, .next])
        #expect(moves(arrows, .bar, .right) == [.page, nil, .previous, .next])
        func mirrored(_ key: Key, _ edge: Edge) -> FocusMove? {
            FocusMove(.key(key), in: .bar, at: edge, isRightToLeft: true)
        }
        #expect([Key.left, .right].map { mirrored($0, .bottom) } == [.next, .previous])
        #expect([Key.up, .down].map { mirrored($0, .left) } == [.previous, .next])
        // The first action is the nearest one, or beside a rail the uppermost.
        #expect(moves(arrows, .menu, .bottom) == [nil, nil, .next, .previous])
        for edge in [Edge.top, .left, .right] { #expect(moves(arrows, .menu, edge) == [nil, nil, .previous, .next]) }
        for place in [FocusMove.Place.bar, .menu] {
            #expect(
                moves([.tab, .backtab, .home, .end, .activate, .escape, .pageUp], place, .bottom) == [
                    .next, .previous, .first, .last, .activate, .leave, nil,
                ])
        }
        #expect(FocusMove(.character("g"), in: .bar, at: .bottom) == .find)
        // Into the sheet.
        #expect(FocusMove(.key(.tab), in: .barOverSheet, at: .bottom) == .leave)
        #expect(FocusMove(.press(.zero), in: .bar, at: .bottom) == nil)
    }
}
