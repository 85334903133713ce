import ShellModel
import Testing

@Suite struct BarHidingTests {
    private func state(_ hide: BarStyle.Hide, speaks: Bool = false) throws -> ShellState {
        var look = Sample.folding
        look.bar.hide = hide
        look.speech.isEnabled = speaks
        return ShellState(try Sample.setup(look: look), now: 5)
    }

    @Test(arguments: BarStyle.Hide.allCases)
    func barHidesAsTheLookSays(hide: BarStyle.Hide) throws {
        let start = try state(hide)
        #expect(start.hidesBar(withPages: true, isFullscreen: false) == (hide == .always))
        #expect(start.hidesBar(withPages: false, isFullscreen: false) == (hide == .always))
        #expect(start.hidesBar(withPages: true, isFullscreen: true) == (hide != .never))
        let covered = try start.after(.setCovered(true, over: "a"))
        #expect(covered.hidesBar(withPages: true, isFullscreen: false) == (hide != .never))
        // The window is on the output of the pages.
        #expect(covered.hidesBar(withPages: false, isFullscreen: false) == (hide == .always))
        #expect(
            try covered.after(.setCovered(false, over: "a")).hidesBar(withPages: true, isFullscreen: false)
                == (hide == .always))
    }

    @Test func barStaysWhileItIsNeeded() throws {
        let start = try state(.always)
        #expect(try !start.after(.setSheet("find")).hidesBar(withPages: true, isFullscreen: false))
        #expect(try !start.after(.setMenu("fan")).hidesBar(withPages: true, isFullscreen: false))
        #expect(try start.after(.setMenu("fan"), .setMenu(nil)).hidesBar(withPages: true, isFullscreen: false))
        #expect(try !state(.always, speaks: true).hidesBar(withPages: true, isFullscreen: false))
    }

    @Test func hiddenBarReservesNothing() throws {
        var look = Look()
        look.bar.hide = .whenCovered
        #expect(look.exclusiveZone == 119)
        look.bar.hide = .always
        #expect(look.exclusiveZone == 0)
        #expect(look.pageOverlap == 0)
    }
}
