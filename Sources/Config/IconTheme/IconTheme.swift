import Posix
import Text

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
        // Only the first index.theme is read; icons are in all of the folders. The limit is ten times the largest in use.
        let bytes = roots.lazy.compactMap { try? FileSystem.read("\($0)/index.theme", maximumSize: 1 << 20) }.first
        guard let bytes else { return nil }
        self.name = name
        self.roots = roots.filter(FileSystem.exists)
        index = ThemeIndex(bytes)
    }

    /// The best file for an icon at a size in pixels: a scalable one, else the smallest sufficient one, else the largest.
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
            // A file drawn for one size may be simplified.
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

/// The content of an icon theme's `index.theme`. Malformed parts are ignored.
struct ThemeIndex: Equatable {
    struct Folder: Equatable {
        /// Relative to the theme's folder.
        var path: String
        /// The side length of the icons, in pixels.
        var pixels: Int
        /// True if the icons suit any size.
        var isScalable: Bool
    }

    private static let maximumSize = 4096

    var inherits: [String] = []
    /// In the order of the file.
    var folders: [Folder] = []

    init(_ bytes: some Sequence<UInt8>) {
        let file = KeyFile(bytes)
        guard let theme = file["Icon Theme"] else { return }
        inherits = Self.list(theme["Inherits"])
        folders = (Self.list(theme["Directories"]) + Self.list(theme["ScaledDirectories"])).compactMap { path in
            file[path].flatMap { Self.folder(path, $0) }
        }
    }

    private static func folder(_ path: String, _ values: [String: String]) -> Folder? {
        guard let size = number(values["Size"]) else { return nil }
        let scale = number(values["Scale"]) ?? 1
        return Folder(path: path, pixels: min(size * scale, maximumSize), isScalable: values["Type"] == "Scalable")
    }

    private static func number(_ text: String?) -> Int? {
        text.flatMap { Int($0) }.flatMap { (1...maximumSize).contains($0) ? $0 : nil }
    }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }
}
