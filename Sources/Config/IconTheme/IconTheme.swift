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

/// The content of an icon theme's `index.theme`. Malformed parts are ignored.
struct ThemeIndex: Equatable {
    /// A folder of icons.
    struct Folder: Equatable {
        /// Relative to the theme's folder.
        var path: String
        /// The side length of the icons, in pixels.
        var pixels: Int
        /// True if the icons are meant for any size.
        var isScalable: Bool
    }

    private static let maximumSize = 4096

    /// The themes that this one inherits from.
    var inherits: [String] = []
    /// In the order of the file.
    var folders: [Folder] = []

    /// Parses a file.
    init(_ text: String) {
        var groups: [Substring: [Substring: Substring]] = [:]
        var group: Substring = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = Self.trimmed(line)
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = line.dropFirst().dropLast()
            } else if !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                groups[group, default: [:]][Self.trimmed(line[..<equals])] =
                    Self.trimmed(line[line.index(after: equals)...])
            }
        }
        guard let theme = groups["Icon Theme"] else { return }
        inherits = Self.list(theme["Inherits"])
        folders = (Self.list(theme["Directories"]) + Self.list(theme["ScaledDirectories"])).compactMap { path in
            groups[Substring(path)].flatMap { Self.folder(path, $0) }
        }
    }

    private static func folder(_ path: String, _ values: [Substring: Substring]) -> Folder? {
        guard let size = number(values["Size"]) else { return nil }
        let scale = number(values["Scale"]) ?? 1
        return Folder(path: path, pixels: min(size * scale, maximumSize), isScalable: values["Type"] == "Scalable")
    }

    private static func number(_ text: Substring?) -> Int? {
        text.flatMap { Int($0) }.flatMap { (1...maximumSize).contains($0) ? $0 : nil }
    }

    private static func list(_ text: Substring?) -> [String] {
        (text ?? "").split(separator: ",").map { String(trimmed($0)) }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
