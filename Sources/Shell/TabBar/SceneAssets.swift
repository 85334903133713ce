// SPDX-License-Identifier: MIT

/// The masks that a scene needs.
public struct SceneAssets: Equatable, Sendable {
    public struct Icon: Hashable, Sendable {
        public var icon: IconReference
        /// Width and height, buffer px.
        public var side: Int
    }

    /// The icons, without duplicates.
    public private(set) var icons: [Icon] = []
    /// The texts, without duplicates.
    public private(set) var texts: [TextRun] = []

    /// The lists of font families of the texts, separated by commas, without duplicates.
    public var families: [String] {
        texts.map { $0.families.joined(separator: ",") }.reduce(into: []) { lists, list in
            if !list.isEmpty, !lists.contains(list) { lists.append(list) }
        }
    }

    public init() {}

    mutating func add(_ icon: Icon) {
        if !icons.contains(icon) { icons.append(icon) }
    }

    mutating func add(_ text: TextRun) {
        if !text.string.isEmpty, !texts.contains(text) { texts.append(text) }
    }
}
