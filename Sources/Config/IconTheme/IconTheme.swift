// SPDX-License-Identifier: MIT
import Posix

/// An installed icon theme, perhaps in more than one folder.
struct IconTheme {
    let name: String
    let index: ThemeIndex
    /// The theme's folders, the user's own first.
    private let roots: [String]

    /// Finds a theme by name; nil if no folder has its `index.theme`.
    init?(_ name: String, in folders: [String]) {
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let roots = folders.map { "\($0)/\(name)" }
        // Only the first index.theme is read; icons are in all of the folders.
        guard let text = roots.lazy.compactMap({ Self.content(of: "\($0)/index.theme") }).first else { return nil }
        self.name = name
        self.roots = roots.filter(FileSystem.exists)
        index = ThemeIndex(text)
    }

    private static func content(of path: String) -> String? {
        // The largest `index.theme` in use has a tenth of this size.
        (try? FileSystem.read(path, maximumSize: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The best file for an icon at a size in pixels: a scalable one, else the smallest that is large enough, else the
    /// largest.
    func bestFile(_ icon: String, size: Int) -> String? {
        var best: (path: String, match: SizeMatch)?
        for folder in index.folders {
            for root in roots {
                for suffix in ["svg", "png"] {
                    let match = SizeMatch(folder, isScalable: suffix == "svg", size: size)
                    let path = "\(root)/\(folder.path)/\(icon).\(suffix)"
                    guard best.map({ match < $0.match }) ?? true, IconLookup.problem(with: path) == nil else {
                        continue
                    }
                    best = (path, match)
                }
            }
        }
        return best?.path
    }
}

/// The suitability of a file; the smallest value is the best.
private struct SizeMatch: Comparable {
    private let group: Int
    private let distance: Int

    init(_ folder: ThemeIndex.Folder, isScalable: Bool, size: Int) {
        if isScalable {
            // A file that was drawn for one size may be simplified.
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
