// SPDX-License-Identifier: MIT

/// Where the user's measurements are.
public enum StorePath {
    /// `$XDG_DATA_HOME/tabshell/stress.db`, or that in `$HOME/.local/share`. A relative `XDG_DATA_HOME` is ignored, as
    /// the XDG Base Directory Specification has it.
    ///
    /// - Throws: ``StoreError/noHome`` when neither variable is set.
    public static func usual(environment: (String) -> String?) throws(StoreError) -> String {
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/tabshell/stress.db" }
        guard let home = environment("HOME"), home.hasPrefix("/") else { throw .noHome }
        return "\(home)/.local/share/tabshell/stress.db"
    }
}
