// SPDX-License-Identifier: MIT
import Motion
import ShellModel

/// Everything of a bar that is a number on its way.
struct BarMotion: Equatable, Sendable {
    /// For each tab how selected it looks, 0…1.
    var emphasis: [TabID: AnimatedValue] = [:]
    /// How pressed each thing looks, 0…1.
    var pressure: [HitRegion.Target: AnimatedValue] = [:]
    /// For each tab how much of its badge is there, 0…1.
    var badges: [TabID: AnimatedValue] = [:]
    /// For each tab how far its button has turned, 0…1.
    var turns: [TabID: AnimatedValue] = [:]
    /// Where the sliding indicator is, in places of the row.
    var indicator = AnimatedValue(0)
    /// 0 is light, 1 is dark.
    var darkness = AnimatedValue(0)
    /// How folded the bar is, 0…1.
    var fold = AnimatedValue(0)
    /// How much of a sheet's dimming is there around the bar, 0…1.
    var veil = AnimatedValue(0)
    /// How much of the menu's dimming is there, 0…1.
    var dim = AnimatedValue(0)
    /// How much of each of the menu's actions is there, 0…1, from the nearest on.
    var actions: [AnimatedValue] = []

    /// Whether anything on the bar still moves after a time.
    func isMoving(at time: UInt64) -> Bool {
        indicator.isMoving(at: time) || darkness.isMoving(at: time) || fold.isMoving(at: time)
            || veil.isMoving(at: time)
            || [emphasis, badges, turns].contains { $0.values.contains { $0.isMoving(at: time) } }
            || pressure.values.contains { $0.isMoving(at: time) }
    }

    /// Whether anything of the menu still moves after a time.
    func isMenuMoving(at time: UInt64) -> Bool {
        dim.isMoving(at: time) || actions.contains { $0.isMoving(at: time) } || darkness.isMoving(at: time)
            || turns.values.contains { $0.isMoving(at: time) } || pressure.values.contains { $0.isMoving(at: time) }
    }
}
