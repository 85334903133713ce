// SPDX-License-Identifier: MIT

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
