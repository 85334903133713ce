// SPDX-License-Identifier: MIT
import Posix

/// The path of the user's measurements.
public enum StorePath {
    /// The default path: `tabshell/stress.db` in the user's data directory (XDG Base Directory Specification).
    ///
    /// - Throws: ``StoreError/noHome`` when neither `XDG_DATA_HOME` nor `HOME` is set.
    public static func `default`(environment: (String) -> String?) throws(StoreError) -> String {
        guard let data = BaseDirectory.data.path(environment: environment) else { throw .noHome }
        return "\(data)/tabshell/stress.db"
    }
}
