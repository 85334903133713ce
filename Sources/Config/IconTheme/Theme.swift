// SPDX-License-Identifier: MIT

/// An icon theme that is installed, perhaps in more than one place.
struct Theme {
    let name: String
    let index: ThemeIndex
    /// Where its folders of icons may be, the user's own first.
    private let roots: [String]

    /// The theme of a name below some folders; nil when none of them describes it.
    init?(_ name: String, in folders: [String]) {
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let roots = folders.map { "\($0)/\(name)" }
        // One description counts, the first; icons may be added to the theme in any of the places.
        guard let text = roots.lazy.compactMap({ TextFile.read("\($0)/index.theme") }).first else { return nil }
        self.name = name
        self.roots = roots.filter(TextFile.isFolder)
        index = ThemeIndex(text)
    }

    /// The file of an icon that is best where one of a size in pixels is wanted: what can be scaled, else the smallest
    /// that is large enough, else the largest.
    func best(_ icon: String, size: Int) -> String? {
        var best: (path: String, rank: SizeMatch)?
        for folder in index.folders {
            for root in roots {
                for suffix in ["svg", "png"] {
                    let rank = SizeMatch(folder, isScalable: suffix == "svg", size: size)
                    let path = "\(root)/\(folder.path)/\(icon).\(suffix)"
                    guard best.map({ rank < $0.rank }) ?? true, TextFile.canRead(path) else { continue }
                    best = (path, rank)
                }
            }
        }
        return best?.path
    }
}

/// How well a file suits; the least suits best.
private struct SizeMatch: Comparable {
    private let group: Int
    private let distance: Int

    init(_ folder: ThemeIndex.Folder, isScalable: Bool, size: Int) {
        if isScalable {
            // One that was made for a size may have been simplified for it.
            group = folder.isScalable ? 0 : 1
            distance = folder.isScalable ? 0 : abs(folder.pixels - size)
        } else {
            group = folder.pixels >= size ? 2 : 3
            distance = abs(folder.pixels - size)
        }
    }

    static func < (one: SizeMatch, other: SizeMatch) -> Bool {
        (one.group, one.distance) < (other.group, other.distance)
    }
}
