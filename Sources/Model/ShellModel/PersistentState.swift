/// The part of the state that outlives the daemon.
public struct PersistentState: Equatable, Sendable {
    public var selected: TabID?
    public var appearance: Appearance?
    public var preferences: Preferences
    public var badges: [TabID: Badge]
    public var paths: [TabID: [String]]
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
