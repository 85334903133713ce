// SPDX-License-Identifier: MIT

/// The part of the state that is saved and restored when the daemon starts again.
public struct PersistentState: Equatable, Sendable {
    public var selected: TabID?
    public var appearance: Appearance?
    public var preferences: Preferences
    public var badges: [TabID: Badge]
    public var paths: [TabID: [String]]
    /// True if a client has paused the rotation.
    public var isRotationPaused: Bool

    public init(
        selected: TabID? = nil, appearance: Appearance? = nil, preferences: Preferences = Preferences(),
        badges: [TabID: Badge] = [:], paths: [TabID: [String]] = [:], isRotationPaused: Bool = false
    ) {
        self.selected = selected
        self.appearance = appearance
        self.preferences = preferences
        self.badges = badges
        self.paths = paths
        self.isRotationPaused = isRotationPaused
    }
}
