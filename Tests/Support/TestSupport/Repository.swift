public import Foundation

/// The root of the package that the tests were built from.
public enum Repository {
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The file or directory at a path below the root.
    public static func file(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// The text of that file; empty without it.
    public static func text(_ path: String) -> String { (try? String(contentsOf: file(path), encoding: .utf8)) ?? "" }
}
