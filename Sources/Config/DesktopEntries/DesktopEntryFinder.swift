import Localization
import Posix

/// Finds desktop entries in the data directories.
public struct DesktopEntryFinder {
    private let environment: (String) -> String?
    /// Called with the name of each folder and file before it is read.
    private let onFile: (String) -> Void

    /// The maximum size of an entry, in bytes. The largest ones have many actions and languages.
    private static let maximumSize = 256 * 1024
    private static let maximumNameBytes = 256
    /// The maximum number of entries that are read for a list.
    private static let maximumEntries = 5000
    private static let maximumDepth = 4
    private static let suffix = ".desktop"

    public init(environment: @escaping (String) -> String?, onFile: @escaping (String) -> Void = { _ in }) {
        (self.environment, self.onFile) = (environment, onFile)
    }

    /// Returns the installed applications that the menus of this desktop show and that can be tabs, by the IDs of their entries.
    ///
    /// - Parameter limit: the maximum number of applications.
    public func installed(limit: Int) -> [(id: String, entry: DesktopEntry)] {
        Array(applications().lazy.filter { $0.isShown }.map { ($0.id, $0.entry) }.prefix(limit))
    }

    private func applications() -> some Sequence<(id: String, entry: DesktopEntry, isShown: Bool)> {
        let desktops = environment("XDG_CURRENT_DESKTOP")?.split(separator: ":").map(String.init) ?? []
        let ids = Set(folders.flatMap { Self.ids(in: $0, Self.maximumDepth) })
        return ids.sorted().prefix(Self.maximumEntries).lazy.compactMap { id in
            (try? find(id)).map { (id, $0, $0.isShown(on: desktops)) }
        }
    }

    /// The IDs of the entries of a folder, and of the folders in it: a dash stands for a slash.
    private static func ids(in folder: String, _ depth: Int) -> [String] {
        FileSystem.names(in: folder).flatMap { name in
            if name.hasSuffix(suffix) { return [String(name.dropLast(suffix.count))] }
            return depth > 0 ? ids(in: "\(folder)/\(name)", depth - 1).map { "\(name)-\($0)" } : []
        }
    }

    private var folders: [String] {
        BaseDirectory.dataDirectories(environment: environment).map { "\($0)/applications" }
    }

    /// The ID of an entry, without the file's suffix.
    public static func id(_ name: String) -> String {
        name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    /// Finds an installed application by the ID of its entry, with or without the file's suffix.
    ///
    /// - Throws: ``DesktopEntryError`` if it is missing, or its program cannot be a tab.
    public func find(_ id: String) throws(DesktopEntryError) -> DesktopEntry {
        let id = Self.id(id)
        let folders = folders
        let isName = !id.isEmpty && id.utf8.count <= Self.maximumNameBytes && !id.contains("/") && !id.contains("\0")
        // An entry hides entries of the same ID in later folders, even if it is marked as deleted.
        let search = { (folder: String) in
            onFile(folder)
            return Self.file(id[...], in: folder, Self.maximumDepth)
        }
        guard isName, let file = folders.lazy.compactMap(search).first else {
            throw DesktopEntryError(localized("not found in \(folders.joined(separator: ", "))"))
        }
        onFile(file)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.read(file, maximumSize: Self.maximumSize)
        } catch {
            throw DesktopEntryError("\(file): \(SystemError.message(for: error.code))")
        }
        var entry = try DesktopEntry(bytes, locales: Localization.messageLocales(environment), file: file)
        if let program = entry.requiredProgram, (try? ChildProcess.executable(named: program)) == nil {
            throw DesktopEntryError(localized("not installed: program \(program) not found"))
        }
        if entry.needsTerminal {
            guard let terminal = Terminal.installed else {
                throw DesktopEntryError(
                    localized("it runs in a terminal; install one of \(Terminal.names), or give the tab an exec"))
            }
            (entry.program, entry.windowClass) = (terminal.command(entry.program, appID: id), id)
        }
        return entry
    }

    /// Finds the app IDs of an installed application by its program: the entry's ID, which Wayland programs mostly have, and the
    /// window class that it names. Of several entries, one that menus show counts first, then the one with the fewest arguments.
    public func appIDs(of program: String) -> [String] {
        func name(_ path: String?) -> Substring? { path?.split(separator: "/").last }
        for folder in folders { onFile(folder) }
        let own = applications().filter { !$0.entry.needsTerminal && name($0.entry.program.first) == name(program) }
        let best = own.min {
            ($0.isShown ? 0 : 1, $0.entry.program.count) < ($1.isShown ? 0 : 1, $1.entry.program.count)
        }
        guard let best else { return [] }
        return [best.id] + [best.entry.windowClass].compactMap { $0 == best.id ? nil : $0 }
    }

    /// The path of an entry. Each dash of an ID may stand for the slash after a folder.
    private static func file(_ id: Substring, in folder: String, _ depth: Int) -> String? {
        let path = "\(folder)/\(id)\(suffix)"
        if FileSystem.isPresent(path) { return path }
        guard depth > 0 else { return nil }
        return id.indices.lazy.filter { id[$0] == "-" && $0 > id.startIndex }.compactMap { dash in
            let inner = "\(folder)/\(id[..<dash])"
            guard FileSystem.exists(inner) else { return nil }
            return file(id[id.index(after: dash)...], in: inner, depth - 1)
        }.first
    }
}
