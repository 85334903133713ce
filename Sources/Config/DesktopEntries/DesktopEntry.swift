import Localization
import Text

/// An application's desktop entry (freedesktop.org Desktop Entry Specification 1.5), with the keys that a tab needs, read as GLib does.
public struct DesktopEntry: Equatable, Sendable {
    /// The name in the language of the messages.
    public var name: String
    /// The name of an icon, without the extension that some entries give it, or a path.
    public var icon: String?
    /// The program and its arguments, without files or addresses to open.
    public var program: [String]
    /// The working directory of the program; nil for any.
    public var directory: String?
    /// The app ID of its windows, if the entry names one.
    public var windowClass: String?
    /// A program that exists if the application is installed.
    public var requiredProgram: String?
    /// True if the program needs a terminal.
    public var needsTerminal: Bool
    /// True if menus leave it out.
    private let isHidden: Bool
    /// The desktops whose menus have it, and those whose menus leave it out.
    private let (onlyShownIn, notShownIn): ([String]?, [String])

    /// Parses an entry.
    ///
    /// - Parameters:
    ///   - locales: as in `LANGUAGE`: `de_AT.UTF-8`, or several separated by colons.
    ///   - file: the path of the entry, for its program.
    /// - Throws: ``DesktopEntryError`` if its program cannot be a tab.
    public init(_ bytes: [UInt8], locales: String = "", file: String = "") throws(DesktopEntryError) {
        let keys = KeyFile(bytes)
        // The specification makes it the first group.
        guard keys.firstGroup == "Desktop Entry", let values = keys["Desktop Entry"] else {
            throw DesktopEntryError(localized("it does not begin with [Desktop Entry]"))
        }
        func string(_ key: String) -> String? {
            values[key].map { Self.unescaped($0[...]) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        func isTrue(_ key: String) -> Bool { values[key] == "true" || values[key] == "1" }
        func list(_ key: String) -> [String]? { values[key]?.split(separator: ";").map(String.init) }
        guard values["Type"] == "Application" else { throw DesktopEntryError(localized("it is not an application")) }
        if isTrue("Hidden") { throw DesktopEntryError(localized("it was deleted by the user (Hidden=true)")) }
        let translated = Self.suffixes(of: locales).lazy.compactMap { string("Name[\($0)]") }.first
        guard let name = translated ?? string("Name") else { throw DesktopEntryError(localized("it has no Name")) }
        guard let command = string("Exec") else {
            throw DesktopEntryError(
                isTrue("DBusActivatable")
                    ? localized("it is started only by D-Bus: it has no Exec") : localized("it has no Exec"))
        }
        self.name = name
        icon = string("Icon").map { icon in
            let hasExtension = [".svg", ".png", ".xpm"].contains { icon.hasSuffix($0) }
            return icon.contains("/") || !hasExtension ? icon : String(icon.dropLast(4))
        }
        program = try Self.arguments(of: command, name: name, icon: icon, file: file)
        directory = string("Path")
        windowClass = string("StartupWMClass")
        requiredProgram = string("TryExec")
        needsTerminal = isTrue("Terminal")
        isHidden = isTrue("NoDisplay")
        (onlyShownIn, notShownIn) = (list("OnlyShowIn"), list("NotShowIn") ?? [])
    }

    /// True if the menus of a desktop have it.
    ///
    /// - Parameter desktops: the names of the desktop, as in `XDG_CURRENT_DESKTOP`; the first that the entry names counts.
    public func isShown(on desktops: [String]) -> Bool {
        if isHidden { return false }
        let named = desktops.first { notShownIn.contains($0) || onlyShownIn?.contains($0) == true }
        return named.map { onlyShownIn?.contains($0) == true } ?? (onlyShownIn == nil)
    }

    private static func suffixes(of locales: String) -> [String] {
        locales.split(separator: ":").flatMap { locale -> [String] in
            let modified = locale.split(separator: "@", maxSplits: 1)
            let plain = modified.first?.split(separator: ".").first ?? ""
            guard let language = plain.split(separator: "_").first, language != "C", language != "POSIX" else {
                return []
            }
            let names = plain == language ? [plain] : [plain, language]
            guard modified.count == 2 else { return names.map(String.init) }
            return names.flatMap { ["\($0)@\(modified[1])", String($0)] }
        }
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

    /// The arguments of a command line, split as a shell does, without arguments that are only field codes without a value. The name
    /// and the icon have their values once, so that no entry makes a longer program.
    private static func arguments(
        of command: String, name: String, icon: String?, file: String
    ) throws(DesktopEntryError) -> [String] {
        var arguments: [String] = []
        var argument = ""
        /// True inside an argument that stays even if empty.
        var isPresent = false
        var quote: Unicode.Scalar?
        var rest = command.unicodeScalars[...]
        var (title, symbol, path) = (Optional(name), icon, Optional(file))
        func end() {
            if isPresent || !argument.isEmpty { arguments.append(argument) }
            (argument, isPresent) = ("", false)
        }
        while let scalar = rest.popFirst() {
            switch scalar {
            case "%":
                switch rest.popFirst() {
                case "%": argument += "%"
                case "c": argument += title.take() ?? ""
                case "k": argument += path.take() ?? ""
                case "i":
                    guard let icon = symbol.take() else { break }
                    argument += "--icon"
                    end()
                    argument = icon
                case "f", "F", "u", "U", "d", "D", "n", "N", "v", "m": break
                default: throw DesktopEntryError(localized("its Exec has an unknown field code"))
                }
            case _ where scalar == quote: quote = nil
            case "\"" where quote == nil, "'" where quote == nil: (quote, isPresent) = (scalar, true)
            case "\\" where quote != "'":
                guard let next = rest.popFirst() else {
                    throw DesktopEntryError(localized("its Exec ends in a backslash"))
                }
                if quote != nil, !["\"", "`", "$", "\\"].contains(next) { argument.unicodeScalars.append(scalar) }
                argument.unicodeScalars.append(next)
            case " " where quote == nil, "\t" where quote == nil, "\n" where quote == nil: end()
            default: argument.unicodeScalars.append(scalar)
            }
        }
        if quote != nil { throw DesktopEntryError(localized("a quotation mark in its Exec is not closed")) }
        end()
        guard let program = arguments.first, !program.isEmpty else {
            throw DesktopEntryError(localized("its Exec is empty"))
        }
        return arguments
    }
}

/// The reason why a desktop entry cannot be a tab.
public struct DesktopEntryError: Error, Equatable, Sendable {
    /// The end of a sentence about the entry.
    public var message: String

    public init(_ message: String) { self.message = message }
}
