// SPDX-License-Identifier: MIT

/// The masks that a scene needs.
public struct SceneAssets: Equatable, Sendable {
    /// The picture of an icon.
    public struct Icon: Hashable, Sendable {
        public var icon: IconReference
        /// Width and height, buffer px.
        public var side: Int
    }

    /// The icons, without duplicates.
    public private(set) var icons: [Icon] = []
    /// The texts, without duplicates.
    public private(set) var texts: [TextRun] = []

    public init() {}

    mutating func add(_ icon: Icon) {
        if !icons.contains(icon) { icons.append(icon) }
    }

    mutating func add(_ text: TextRun) {
        if !text.string.isEmpty, !texts.contains(text) { texts.append(text) }
    }
}
