// SPDX-License-Identifier: MIT

/// The path of the user's measurements.
public enum StorePath {
    /// The default path: `$XDG_DATA_HOME/tabshell/stress.db`, where `XDG_DATA_HOME` is `$HOME/.local/share` unless it is
    /// set. A relative path is ignored, as the XDG Base Directory Specification demands.
    ///
    /// - Throws: ``StoreError/noHome`` when neither variable is set.
    public static func `default`(environment: (String) -> String?) throws(StoreError) -> String {
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/tabshell/stress.db" }
        guard let home = environment("HOME"), home.hasPrefix("/") else { throw .noHome }
        return "\(home)/.local/share/tabshell/stress.db"
    }
}
