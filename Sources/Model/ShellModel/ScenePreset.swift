// SPDX-License-Identifier: MIT

/// A named state of the shell, for pictures and tests. What is not named is as at the first start.
public struct ScenePreset: Equatable, Sendable {
    public var name: String
    /// Nil is the first tab that has a page in front.
    public var tab: TabID?
    /// Nil leaves it as it is.
    public var appearance: Appearance?
    public var badges: [TabID: Badge]
    public var paths: [TabID: [String]]
    public var sheet: TabID?
    public var menu: TabID?
    public var isMinimized: Bool

    public init(
        name: String, tab: TabID? = nil, appearance: Appearance? = nil, badges: [TabID: Badge] = [:],
        paths: [TabID: [String]] = [:], sheet: TabID? = nil, menu: TabID? = nil, isMinimized: Bool = false
    ) {
        self.name = name
        self.tab = tab
        self.appearance = appearance
        self.badges = badges
        self.paths = paths
        self.sheet = sheet
        self.menu = menu
        self.isMinimized = isMinimized
    }
}
