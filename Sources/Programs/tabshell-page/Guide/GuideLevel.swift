// SPDX-License-Identifier: MIT

/// A level of the page of a tab without content.
enum GuideLevel: String {
    case start, applications, address, documents, byHand

    /// The level with a path.
    init(path: [String]) { self = path.first.flatMap(Self.init) ?? .start }

    /// The path of the level: the start is the root.
    var path: [String] { self == .start ? [] : [rawValue] }
}
