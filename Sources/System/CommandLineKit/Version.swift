// SPDX-License-Identifier: MIT

/// The version of tabshell, as all programs print it.
public let tabshellVersion = "0.1.0"
