// SPDX-License-Identifier: MIT
public import Posix

/// The error of a failed system call.
public typealias SystemError = Posix.SystemError
