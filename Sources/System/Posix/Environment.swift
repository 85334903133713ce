// SPDX-License-Identifier: MIT
import Glibc

/// A variable of this process's environment.
public func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
