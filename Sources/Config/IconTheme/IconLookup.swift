import Glibc
import Icons
import Localization
import Posix
import Text

/// Finds the icon that a configuration names: a built-in one, a file, or an icon of the desktop's icon themes.
///
/// Themes are searched as in the freedesktop.org Icon Theme Specification, except that scalable files are preferred at any
/// size, because an icon is drawn at several. The lookup is our own because others exist only inside toolkits
/// (GTK, KIconThemes) much larger than the helper.
public struct IconLookup {
    /// The value of an environment variable.
    public typealias Environment = (_ name: String) -> String?

    private static let rootTheme = "hicolor"
    private static let maximumThemes = 16

    private let configFolder: String
    private let theme: String
    private let otherThemes: [String]
    private let size: Int
    private let environment: Environment

    /// - Parameters:
    ///   - configFolder: the base folder of relative paths; an absolute path.
    ///   - theme: the name of the icon theme's folder.
    ///   - otherThemes: the themes that are searched after it, and before `hicolor`.
    ///   - size: the preferred size of PNG files, in pixels.
    ///   - environment: provides HOME, XDG_DATA_HOME and XDG_DATA_DIRS.
    public init(
        configFolder: String, theme: String = "hicolor", otherThemes: [String] = [], size: Int = 48,
        environment: @escaping Environment
    ) {
        self.configFolder = configFolder
        self.theme = theme
        self.otherThemes = otherThemes
        self.size = size
        self.environment = environment
    }

    /// Resolves a name: as a built-in icon, else as a path if it has a slash or ends in `.svg` or `.png`, else as an icon
    /// of the icon themes.
    ///
    /// - Returns: the name of a built-in icon, or the absolute path of an SVG or PNG file.
    /// - Throws: ``IconError`` for an unknown icon.
    public func resolve(_ icon: String) throws(IconError) -> String {
        if Icons.names.contains(icon) { return icon }
        if icon.utf8.contains(UInt8(ascii: "/")) || Self.isImage(icon) { return try path(icon) }
        guard !icon.isEmpty else { throw IconError(localized("the name is empty")) }
        let folders = baseFolders
        let themes = themes(in: folders)
        for name in icon.hasSuffix("-symbolic") ? [icon] : [icon, icon + "-symbolic"] {
            for theme in themes {
                if let found = theme.bestFile(name, size: size) { return found }
            }
            for file in folders.flatMap({ ["\($0)/\(name).svg", "\($0)/\(name).png"] })
            where Self.problem(with: file) == nil {
                return file
            }
        }
        throw IconError(
            localized("it is not built in, and \(searched(themes, folders))"), suggestions: Icons.suggestions(for: icon)
        )
    }

    private static func isImage(_ path: String) -> Bool {
        let suffix = path.suffix(4).lowercased()
        return suffix == ".svg" || suffix == ".png"
    }

    private func path(_ icon: String) throws(IconError) -> String {
        var path = icon
        if icon.hasPrefix("~/") {
            guard let home = folder("HOME") else { throw IconError(localized("HOME is not set")) }
            path = home + icon.dropFirst()
        } else if !icon.hasPrefix("/") {
            path = "\(configFolder)/\(icon)"
        }
        guard Self.isImage(path) else { throw IconError(localized("\(path) is neither an .svg nor a .png file")) }
        if let problem = Self.problem(with: path) {
            let name = FileSystem.name(of: icon).dropLast(4)
            throw IconError("\(path): \(problem)", suggestions: Icons.suggestions(for: String(name)))
        }
        return path
    }

    /// The reason why a file cannot be read; nil if it is a regular file that this process may read.
    static func problem(with path: String) -> String? {
        do throws(SystemError) {
            guard try FileSystem.status(of: path).kind == .regular else { return localized("not a regular file") }
            return FileSystem.isReadable(path) ? nil : SystemError.message(for: EACCES)
        } catch {
            return SystemError.message(for: error.code)
        }
    }

    /// The folders that contain icon themes, the user's own first.
    private var baseFolders: [String] {
        let shared = BaseDirectory.dataDirectories(environment: environment).map { Self.trimmed($0) + "/icons" }
        var seen: Set<String> = []
        return ([folder("HOME").map { $0 + "/.icons" }].compactMap(\.self) + shared + ["/usr/share/pixmaps"])
            .filter { seen.insert($0).inserted }
    }

    /// A folder in an environment variable. Relative paths are ignored, as in the XDG Base Directory Specification.
    private func folder(_ variable: String) -> String? {
        environment(variable).flatMap { $0.hasPrefix("/") ? Self.trimmed($0) : nil }
    }

    private static func trimmed(_ path: String) -> String {
        path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The theme, then its parents, then the others with theirs, then `hicolor`.
    private func themes(in folders: [String]) -> [IconTheme] {
        var themes: [IconTheme] = []
        var seen: Set<String> = [Self.rootTheme]
        var pending = [theme] + otherThemes
        while let name = pending.first, themes.count < Self.maximumThemes {
            pending.removeFirst()
            guard seen.insert(name).inserted, let theme = IconTheme(name, in: folders) else { continue }
            themes.append(theme)
            pending = theme.index.inherits + pending
        }
        if let root = IconTheme(Self.rootTheme, in: folders) { themes.append(root) }
        return themes
    }

    private func searched(_ themes: [IconTheme], _ folders: [String]) -> String {
        let names = themes.map(\.name)
        let (list, places) = (names.joined(separator: ", "), folders.joined(separator: ", "))
        let reason =
            names.isEmpty
            ? localized("it is not in \(places)")
            : localized(
                names.count, one: "it is not in the icon theme \(list) in \(places)",
                other: "it is not in the icon themes \(list) in \(places)")
        return names.contains(theme) ? reason : localized("icon theme \"\(theme)\" is not installed, and \(reason)")
    }
}

/// The reason why an icon cannot be found.
public struct IconError: Error, Equatable, Sendable {
    /// The end of a sentence: the problem, and the searched folders.
    public let reason: String
    /// The likely built-in icons, the likeliest first.
    public let suggestions: [String]

    public init(_ reason: String, suggestions: [String] = []) {
        self.reason = reason
        self.suggestions = suggestions
    }
}

extension Icons {
    private static let maximumSuggestions = 3

    /// The likely built-in icons for a name: similar names, then names that are a word of it, as `terminal` in
    /// `utilities-terminal`, then icons with a word of it in their description, as `activity` ("A bell.") for `bell`.
    public static func suggestions(for name: String) -> [String] {
        let isFilled = name.contains(".")
        let near = Spelling.near(name, among: isFilled ? names : outlines)
        let words = self.words(of: name)
        let named = outlines.filter(words.contains)
        let described = outlines.filter { icon in !words.isDisjoint(with: self.words(of: summary(of: icon) ?? "")) }
        var seen: Set<String> = []
        return Array((near + named + described).filter { seen.insert($0).inserted }.prefix(maximumSuggestions))
    }

    /// The words of a text in lower case, without short ones, which mean nothing alone.
    private static func words(of text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter }.filter { $0.count > 2 }.map(String.init)).subtracting(fillers)
    }

    private static let fillers: Set<String> = ["fill", "from", "its", "one", "out", "over", "symbolic", "the", "with"]
}
