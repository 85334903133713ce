import Posix

extension CommandSpec {
    /// A term and its explanation.
    public struct Entry: Equatable, Sendable {
        public var term: String
        public var text: String

        public init(_ term: String, _ text: String) {
            (self.term, self.text) = (term, text)
        }
    }

    /// The parts of a program's manual page that are neither commands nor options.
    struct Notes: Sendable {
        /// Exit statuses beyond the usual ones, with these.
        var statuses: [Entry] = []
        var environment: [Entry] = []
        var files: [Entry] = []
        /// Command lines, each with its effect.
        var examples: [Entry] = []
        /// Other pages, such as `tabshell(5)`.
        var seeAlso: [String] = []
    }

    /// Returns the program with exit statuses for its help, and notes for its manual page.
    public func documented(
        statuses: [Entry] = [], environment: [Entry] = [], files: [Entry] = [], examples: [Entry] = [],
        seeAlso: [String] = []
    ) -> CommandSpec {
        var copy = self
        copy.notes = Notes(
            statuses: statuses, environment: environment, files: files, examples: examples, seeAlso: seeAlso)
        return copy
    }
}

extension CommandSpec.Entry {
    /// An exit status.
    public init(_ status: ExitStatus) {
        self.init("\(status.rawValue)", status.description)
    }
}

extension [CommandSpec.Entry] {
    /// The variables for the language of the screen, for manual pages.
    public static let language = [
        Element(
            "LC_ALL, LC_MESSAGES, LANG, LANGUAGE",
            "The language of the screen. Command lines and logs are in English."),
        Element("LC_TIME, LC_NUMERIC", "The format of dates and numbers on the screen."),
        Element("TABSHELL_LOCALE_DIR", "The folder of the translations, instead of `../share/locale`."),
    ]

    /// The variables for the path of the daemon's socket, for manual pages.
    public static let socket = [
        Element("TABSHELL_SOCKET", "The absolute path of the daemon's socket."),
        Element("XDG_RUNTIME_DIR", "Without `TABSHELL_SOCKET`, the socket is `tabshell/NAME.sock` in this folder."),
        Element("WAYLAND_DISPLAY", "The display, whose name is that of the socket; `default` without a display."),
    ]

    static let usualStatuses = [ExitStatus.done, .refused, .usage].map { Element($0) }
}
