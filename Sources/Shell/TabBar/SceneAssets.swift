// SPDX-License-Identifier: MIT

/// The masks that a picture is made of.
public struct SceneAssets: Equatable, Sendable {
    /// An icon as a mask.
    public struct Icon: Hashable, Sendable {
        /// A built-in icon's name or a file's path.
        public var name: String
        /// Width and height, buffer px.
        public var side: Int

        public init(name: String, side: Int) {
            self.name = name
            self.side = side
        }
    }

    /// Each of them once.
    public private(set) var icons: [Icon] = []
    /// Each of them once.
    public private(set) var texts: [TextRun] = []

    public init() {}

    mutating func add(_ icon: Icon) {
        if !icons.contains(icon) { icons.append(icon) }
    }

    mutating func add(_ text: TextRun) {
        if !text.string.isEmpty, !texts.contains(text) { texts.append(text) }
    }
}
