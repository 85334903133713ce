// SPDX-License-Identifier: MIT

/// One tab as the configuration describes it.
public struct Tab: Equatable, Sendable {
    public var id: TabID
    /// What a person reads; the default look does not draw it.
    public var title: String
    /// A built-in icon's name or a file's path.
    public var icon: String
    /// What a screen reader says for the tab.
    public var spokenLabel: String
    /// What a screen reader says can be done with it.
    public var spokenHint: String
    /// How the tab's page comes in.
    public var entrance: PageEntrance

    public init(
        id: TabID, title: String, icon: String, spokenLabel: String, spokenHint: String, entrance: PageEntrance
    ) {
        self.id = id
        self.title = title
        self.icon = icon
        self.spokenLabel = spokenLabel
        self.spokenHint = spokenHint
        self.entrance = entrance
    }
}

/// How a page comes in when its tab is selected; all pages leave by fading.
public enum PageEntrance: String, Sendable, CaseIterable {
    case crossFade = "cross-fade"
    /// It fades and moves in from the trailing edge.
    case crossFadeFromTrailing = "cross-fade-from-trailing"
}
