// SPDX-License-Identifier: MIT
import Localization
import Posix

/// Finds desktop entries in the data directories.
public struct DesktopEntryFinder {
    private let environment: (String) -> String?
    /// Called with the name of each folder and file before it is read.
    private let onFile: (String) -> Void

    /// The size of the largest entry that is read, in bytes. The largest ones have many actions and languages.
    private static let maximumSize = 256 * 1024
    private static let maximumNameBytes = 256
    /// The number of entries of a folder that are searched for a program.
    private static let maximumEntries = 2000
    /// The deepest folder that is searched.
    private static let maximumDepth = 4
    private static let suffix = ".desktop"

    public init(environment: @escaping (String) -> String?, onFile: @escaping (String) -> Void = { _ in }) {
        (self.environment, self.onFile) = (environment, onFile)
    }

    /// Returns the installed applications that menus show and that can be tabs, by the IDs of their entries; those in folders are
    /// left out.
    ///
    /// - Parameter limit: the number of entries after which no more are read.
    public func installed(limit: Int) -> [(id: String, entry: DesktopEntry)] {
        let files = BaseDirectory.dataDirectories(environment: environment).flatMap {
            FileSystem.names(in: "\($0)/applications")
        }
        let ids = Set(files.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) })
        return ids.sorted().prefix(limit).compactMap { id in
            guard let entry = try? find(id), entry.isShown else { return nil }
            return (id, entry)
        }
    }

    /// Finds an installed application by the ID of its entry, with or without the file's suffix.
    ///
    /// - Throws: ``DesktopEntryError`` if there is none, or its program cannot be a tab.
    public func find(_ id: String) throws(DesktopEntryError) -> DesktopEntry {
        let id = id.hasSuffix(Self.suffix) ? String(id.dropLast(Self.suffix.count)) : id
        let folders = BaseDirectory.dataDirectories(environment: environment).map { "\($0)/applications" }
        let isName = !id.isEmpty && id.utf8.count <= Self.maximumNameBytes && !id.contains("/") && !id.contains("\0")
        // An entry hides those of the same ID in later folders, also if it is marked as deleted.
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
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DesktopEntryError(localized("\(file) is not UTF-8"))
        }
        let entry = try DesktopEntry(text, locale: Localization.locale(of: "LC_MESSAGES", environment))
        if let program = entry.requiredProgram, (try? ChildProcess.executable(named: program)) == nil {
            throw DesktopEntryError(localized("not installed: program \(program) not found"))
        }
        return entry
    }

    /// Finds the app ID of an installed application by its program: that of its entry, else the ID of the entry. Of several
    /// entries, that with the fewest arguments counts.
    public func appID(of program: String) -> String? {
        func name(_ path: String) -> Substring? { path.split(separator: "/").last }
        var found: (appID: String, arguments: Int)?
        for folder in BaseDirectory.dataDirectories(environment: environment) {
            let folder = "\(folder)/applications"
            onFile(folder)
            let entries = FileSystem.names(in: folder).filter { $0.hasSuffix(Self.suffix) }.sorted()
            for file in entries.prefix(Self.maximumEntries) {
                let id = String(file.dropLast(Self.suffix.count))
                guard let entry = try? find(id), let own = entry.program.first, name(own) == name(program) else {
                    continue
                }
                if entry.program.count < found?.arguments ?? .max {
                    found = (entry.windowClass ?? id, entry.program.count)
                }
            }
        }
        return found?.appID
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
