// SPDX-License-Identifier: MIT
import Localization

/// An application's desktop entry (freedesktop.org Desktop Entry Specification 1.5), as far as a tab needs it.
public struct DesktopEntry: Equatable, Sendable {
    /// The name in the language of the messages.
    public var name: String
    public var icon: String?
    /// The program and its arguments, without files or addresses to open.
    public var program: [String]
    /// The app ID of its windows, where the entry names one.
    public var windowClass: String?
    /// A program that exists if the application is installed.
    public var requiredProgram: String?
    /// False for one that menus leave out.
    public var isShown: Bool

    /// Parses the text of an entry.
    ///
    /// - Parameter locale: as in `LC_MESSAGES`, such as `de_AT.UTF-8`.
    /// - Throws: ``DesktopEntryError`` if its program cannot be a tab.
    public init(_ text: String, locale: String = "") throws(DesktopEntryError) {
        let values = try Self.values(text)
        func string(_ key: String) -> String? {
            values[key].map(Self.unescaped).flatMap { $0.isEmpty ? nil : $0 }
        }
        guard values["Type"] == "Application" else { throw DesktopEntryError(localized("it is not an application")) }
        if values["Hidden"] == "true" { throw DesktopEntryError(localized("it was deleted by the user (Hidden=true)")) }
        let translated = Self.suffixes(of: locale).lazy.compactMap { string("Name[\($0)]") }.first
        guard let name = translated ?? string("Name") else { throw DesktopEntryError(localized("it has no Name")) }
        if values["Terminal"] == "true" {
            throw DesktopEntryError(
                localized(
                    """
                    it runs in a terminal (Terminal=true); give it an app_id and an exec like \
                    ["foot", "--app-id", "mine", "-e", "…"] in the configuration
                    """))
        }
        guard let command = string("Exec") else {
            throw DesktopEntryError(
                values["DBusActivatable"] == "true"
                    ? localized("it starts by D-Bus only: it has no Exec") : localized("it has no Exec"))
        }
        self.name = name
        icon = string("Icon")
        program = try Self.arguments(of: command)
        windowClass = string("StartupWMClass")
        requiredProgram = string("TryExec")
        isShown = values["NoDisplay"] != "true"
    }

    /// The values of the group `Desktop Entry`, the first one of each key.
    private static func values(_ text: String) throws(DesktopEntryError) -> [String: Substring] {
        var values: [String: Substring] = [:]
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            let line = trimmed(line)
            if line.hasPrefix("#") { continue }
            if line.hasPrefix("[") {
                // It is the first group.
                if isInside { break }
                guard line == "[Desktop Entry]" else { break }
                isInside = true
            } else if isInside, let equals = line.firstIndex(of: "=") {
                let key = String(trimmed(line[..<equals]))
                if values[key] == nil { values[key] = trimmed(line[line.index(after: equals)...]) }
            }
        }
        guard isInside else { throw DesktopEntryError(localized("it does not begin with [Desktop Entry]")) }
        return values
    }

    /// The suffixes of localized keys for a locale, the best first.
    private static func suffixes(of locale: String) -> [String] {
        let modified = locale.split(separator: "@", maxSplits: 1)
        let plain = modified.first?.split(separator: ".").first ?? ""
        guard let language = plain.split(separator: "_").first, language != "C", language != "POSIX" else { return [] }
        let names = plain == language ? [plain] : [plain, language]
        guard modified.count == 2 else { return names.map(String.init) }
        return names.flatMap { ["\($0)@\(modified[1])", String($0)] }
    }

    /// A value with its escape sequences replaced.
    private static func unescaped(_ value: Substring) -> String {
        var result = ""
        var rest = value.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.popFirst() else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch next {
            case "s": result += " "
            case "n": result += "\n"
            case "t": result += "\t"
            case "r": result += "\r"
            case "\\": result += "\\"
            default: result.unicodeScalars.append(contentsOf: [scalar, next])
            }
        }
        return result
    }

    /// The arguments of a command line. An argument of field codes alone is left out.
    private static func arguments(of command: String) throws(DesktopEntryError) -> [String] {
        var arguments: [String] = []
        var argument = ""
        /// True inside an argument that is not left out if it is empty.
        var isPresent = false
        var isQuoted = false
        var rest = command.unicodeScalars[...]
        func end() {
            if isPresent || !argument.isEmpty { arguments.append(argument) }
            (argument, isPresent) = ("", false)
        }
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"":
                isQuoted.toggle()
                isPresent = true
            case "\\" where isQuoted:
                guard let next = rest.popFirst() else {
                    throw DesktopEntryError(localized("its Exec ends in a backslash"))
                }
                if !["\"", "`", "$", "\\"].contains(next) { argument.unicodeScalars.append(scalar) }
                argument.unicodeScalars.append(next)
            case " " where !isQuoted, "\t" where !isQuoted, "\n" where !isQuoted: end()
            case "%":
                switch rest.popFirst() {
                case "%": argument += "%"
                case "f", "F", "u", "U", "i", "c", "k", "d", "D", "n", "N", "v", "m": break
                default: throw DesktopEntryError(localized("its Exec has an unknown field code"))
                }
            default: argument.unicodeScalars.append(scalar)
            }
        }
        if isQuoted { throw DesktopEntryError(localized("a quotation mark in its Exec is not closed")) }
        end()
        guard let program = arguments.first, !program.isEmpty else {
            throw DesktopEntryError(localized("its Exec is empty"))
        }
        return arguments
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

/// The reason for which there is no tab for a desktop entry.
public struct DesktopEntryError: Error, Equatable, Sendable {
    /// The end of a sentence about the entry.
    public var message: String

    public init(_ message: String) { self.message = message }
}
