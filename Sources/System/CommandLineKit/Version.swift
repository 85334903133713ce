/// The version of tabshell, printed by all programs. Scripts read it and its date from this file.
public let tabshellVersion = "0.3.0"
/// The date of the version, as year-month-day, for its manual pages.
public let tabshellVersionDate = "2026-11-29"
