// SPDX-License-Identifier: MIT

/// The version of tabshell, as all programs print it. Scripts read it and its date from this file.
public let tabshellVersion = "0.2.0"
/// The date of the version, as year-month-day, for its manual pages.
public let tabshellVersionDate = "2026-11-23"
