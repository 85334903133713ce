import CLinux
import Glibc
import Posix

/// The files and folders that a confined process may read (landlock(7)). Paths are bytes, as in the kernel.
public struct ReadablePlaces {
    /// The folders that only packages write: data, fonts, and the targets of their links.
    public static let system = [
        "/usr", "/etc/fonts", "/var/cache/fontconfig", "/var/lib/flatpak", "/nix/store", "/gnu/store",
        "/run/current-system",
    ]

    private var paths: [[CChar]] = []

    /// - Parameter paths: the first places.
    public init(_ paths: [String] = system) {
        for path in paths { add(path) }
    }

    /// Adds a file, or a folder with its content. A link counts as its target.
    public mutating func add(_ path: String) { paths.append(path.utf8CString.map { $0 }) }

    /// Adds a folder and the targets of its links, as in a collection of settings.
    public mutating func add(folderOfLinks path: String) { add(folderOfLinks: path.utf8CString.map { $0 }) }

    /// Adds a folder and the targets of its links, by a path with a final 0.
    public mutating func add(folderOfLinks path: [CChar]) {
        paths.append(path)
        guard let stream = opendir(path) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            guard entry.pointee.d_type == UInt8(DT_LNK) else { continue }
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
                    let name = UnsafeBufferPointer(start: name, count: strlen(name) + 1)
                    paths.append(path.dropLast() + [CChar(bitPattern: UInt8(ascii: "/"))] + name)
                }
            }
        }
    }

    /// Permanently denies this process all other files. A kernel without Landlock has only the other limits.
    func enter() throws(SystemError) {
        guard Kernel.landlockVersion != nil else { return }
        let rules = FileDescriptor(owning: try systemCall("landlock_create_ruleset") { clinux_landlock_begin() })
        for path in paths { clinux_landlock_allow(rules.rawValue, path) }
        try systemCall("landlock_restrict_self") { clinux_landlock_enter(rules.rawValue) }
    }
}
