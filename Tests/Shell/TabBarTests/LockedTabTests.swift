import Geometry
import RasterProtocol
import ShellModel
@testable import TabBar
import Testing

/// Tabs that need the PIN, and the pad for it.
@Suite struct LockedTabTests {
    @Test(arguments: Sample.all) func guardedTabHasALock(sample: Sample) throws {
        let tabs = sample.flatTabs
        let (free, guarded, icon) = (tabs[0].id, tabs[tabs.count - 1].id, tabs[tabs.count - 1].icon)
        let setup = try ShellConfiguration(
            tabs: sample.tabs, actions: sample.actions, look: sample.look, lock: LockRules(tabs: [guarded]))
        let locked = ShellState(setup, restoring: PersistentState(selected: free), now: start)
        for (state, isLocked) in [(locked, true), (try locked.after(.setUnlocked(true)), false)] {
            var model = BarModel()
            model.update(to: state, at: start)
            let scene = model.scene(width: 428, at: .max)
            #expect(
                scene.spot(guarded)?.node.value == (isLocked ? "locked" : nil) && scene.spot(free)?.node.value == nil)
            let locks = scene.drawn.filter { $0.iconName == "lock.fill" }
            #expect(locks.count == (isLocked ? 1 : 0))
            for lock in locks {
                #expect(lock.size == Size(width: 10, height: 10) && lock.alpha >= scene.icon(icon)?.alpha ?? 1)
                #expect(try #require(scene.spot(guarded)).rect.contains(lock.center))
                #expect(model.requiredMasks(scale: 1).contains(.icon("lock.fill", side: 10)))
            }
        }
    }

    /// Screen readers follow the ring.
    @Test func focusedKeyOfThePadIsInTheTree() throws {
        let model = try Sample.lucidpal.model()
        var pad = PinPad(.tab("settings"), title: "Admin")
        for names in [[], ["5"], ["6"]] {
            let tree = model.accessibilityNode(of: pad, size: Size(width: 428, height: 926))
            #expect(tree.children.filter(\.isFocused).map(\.label) == names)
            pad.moveFocus(columns: 1, rows: 0)
        }
    }

    /// The keys are pale and dead while the next PIN has to wait, and the seconds count down; the pad can be closed.
    @Test func padCountsTheDelayDown() throws {
        let model = try Sample.lucidpal.model()
        var pad = PinPad(.tab("settings"), title: "Admin")
        func scene() -> Scene { model.scene(of: pad, size: Size(width: 428, height: 926), at: .max) }
        func disabled() -> Int { scene().parts.count(where: \.node.isDisabled) }
        let ink = try #require(scene().text("5")).alpha
        #expect(scene().text("PIN for Admin") != nil && disabled() == 0)
        pad.refused("wrong PIN; try again in 2 s", wait: 2)
        for seconds in [2, 1] {
            #expect(scene().text("Try again in \(seconds) s") != nil && disabled() == 12)
            #expect(abs(try #require(scene().text("5")).alpha - 0.4 * ink) < 0.01)
            #expect(pad.press(.digit(5)) == nil && pad.digits.isEmpty && pad.press(.close) == .close)
            pad.countDown()
        }
        #expect(disabled() == 0 && scene().text("Enter the PIN") != nil)
        _ = pad.press(.digit(5))
        #expect(pad.digits == "5")
    }
}
