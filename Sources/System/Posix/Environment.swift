import Glibc

/// A variable of this process's environment.
public func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

/// Sets a variable of this process's environment.
public func setEnvironmentVariable(_ name: String, _ value: String) { setenv(name, value, 1) }

/// The locale of a category such as `LC_CTYPE`, as setlocale(3) chooses it.
public func locale(of category: String, environment: (String) -> String?) -> String {
    ["LC_ALL", category, "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
}

/// The directories for a user's files (XDG Base Directory Specification).
public enum BaseDirectory: String, Sendable {
    case configuration = "XDG_CONFIG_HOME"
    case data = "XDG_DATA_HOME"
    case state = "XDG_STATE_HOME"

    /// The directory: the variable's, else the default below `HOME`. Relative paths are ignored, as the specification
    /// demands.
    ///
    /// - Returns: nil when neither variable is set to an absolute path.
    public func path(environment: (String) -> String?) -> String? {
        if let path = environment(rawValue), path.hasPrefix("/") { return path }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        switch self {
        case .configuration: return "\(home)/.config"
        case .data: return "\(home)/.local/share"
        case .state: return "\(home)/.local/state"
        }
    }

    /// The directories of data files: the user's own, then the system's, in order of precedence.
    public static func dataDirectories(environment: (String) -> String?) -> [String] {
        let shared = environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        return [data.path(environment: environment)].compactMap(\.self)
            + shared.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
}
