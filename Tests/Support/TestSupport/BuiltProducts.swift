import Foundation

/// The executables built together with the tests.
public enum BuiltProducts {
    /// The path of an executable, beside the running one (under `swift test`: the test bundle).
    public static func url(_ name: String) throws -> URL {
        let file = besideUs.appendingPathComponent(name)
        guard access(file.path, X_OK) == 0 else {
            throw SystemError("\(name) is not built (looked in \(besideUs.path))")
        }
        return file
    }

    /// The directory of the running executable, or the one that `TABSHELL_PRODUCTS` names.
    public static let besideUs: URL = {
        if let path = ProcessInfo.processInfo.environment["TABSHELL_PRODUCTS"] { return URL(fileURLWithPath: path) }
        return own
    }()

    private static let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The path of a library of the tests, beside them whatever `TABSHELL_PRODUCTS` names.
    public static func library(_ name: String) -> String { own.appendingPathComponent("lib\(name).so").path }
}
