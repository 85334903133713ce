// SPDX-License-Identifier: MIT
import CLinux

/// The features of the kernel that confine a process.
public enum Kernel {
    /// The version of Landlock (landlock(7), Linux 5.13); nil without it.
    public static var landlockVersion: Int? {
        let version = clinux_landlock_version()
        return version > 0 ? Int(version) : nil
    }

    /// True if system calls can be filtered (seccomp(2)).
    public static var filtersCalls: Bool { clinux_filters_calls() == 1 }
}
