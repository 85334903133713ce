// SPDX-License-Identifier: MIT

/// A named state of the shell, for pictures and tests. Members that are left out have their values of the first start.
public struct ScenePreset: Equatable, Sendable {
    public var name: String
    /// The selected tab; nil is the first one that has a page.
    public var tab: TabID?
    /// Nil leaves the appearance unchanged.
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
