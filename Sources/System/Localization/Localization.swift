import Glibc
import Posix
import Synchronization

/// The language of the screen, of speech and of the accessibility tree. `localized(…)` marks their texts: English in the
/// sources, looked up in a catalogue of gettext's format. Other texts, for command lines, logs and the socket, are plain English
/// strings; `scripts/check-layers` lists the modules with texts for the screen. In English nothing is looked up, opened or loaded.
public enum Localization {
    static let folderVariable = "TABSHELL_LOCALE_DIR"

    /// True once messages are translated.
    public static var isActive: Bool { isTranslating.load(ordering: .relaxed) }

    private static let isTranslating = Atomic(false)
    /// The catalogues in the language of the user, the preferred one first. Read when the language is set.
    static let catalogues: [MessageCatalogue] = {
        let names = catalogueNames(environmentVariable)
        guard !names.isEmpty, let folder else { return [] }
        return names.compactMap { MessageCatalogue(path: "\(folder)/\($0)/LC_MESSAGES/tabshell.mo") }
    }()

    /// Sets the environment's language, and reads its catalogue. A program with texts for the screen calls it first, before
    /// any thread starts. Numbers, times and sorting stay as in `C`: C libraries read and
    /// write numbers, and ``LocaleFormat`` has the rest.
    public static func activate() {
        isStarted.store(true, ordering: .relaxed)
        // A locale that is not installed counts as C. The C library's own messages follow, and LC_NUMERIC stays C.
        guard !isActive, !catalogues.isEmpty, setlocale(LC_MESSAGES, "") != nil else { return }
        guard setlocale(LC_CTYPE, "") != nil else {
            setlocale(LC_MESSAGES, "C")
            return
        }
        isTranslating.store(true, ordering: .relaxed)
    }

    /// Returns the names of the folders of usable catalogues, by gettext's rules: each requested locale with its
    /// territory and modifier, then without. A list ends with English, which needs no catalogue.
    static func catalogueNames(_ environment: (String) -> String?) -> [String] {
        let locale = Posix.locale(of: "LC_MESSAGES", environment: environment)
        guard locale != "C", locale != "POSIX" else { return [] }
        let list = environment("LANGUAGE").flatMap { $0.isEmpty ? nil : $0 } ?? locale
        var names: [String] = []
        for locale in list.utf8.count > maximumList ? [] : list.split(separator: ":") {
            let language = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
            if ["C", "POSIX", "en"].contains(language) { break }
            guard locale.utf8.allSatisfy({ isNamed($0) }), !language.isEmpty else { continue }
            let place = locale.prefix { $0 != "." && $0 != "@" }
            let modifier = locale.drop { $0 != "@" }
            for name in ["\(place)\(modifier)", "\(place)", "\(language)\(modifier)", "\(language)"]
            where !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The maximum length of a list of locales, bytes.
    private static let maximumList = 1024

    /// True for a character of a locale's name, which leads to no other folder.
    private static func isNamed(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber || "_-.@".contains(character))
    }

    /// True once the language was set from the environment.
    static let isStarted = Atomic(false)

    /// True if the environment names another locale than C for times or numbers.
    static func hasLocale(_ environment: (String) -> String?) -> Bool {
        ["LC_TIME", "LC_NUMERIC"].contains { category in
            !["", "C", "POSIX"].contains(Posix.locale(of: category, environment: environment).prefix { $0 != "." })
        }
    }

    /// Returns the environment's locale of messages: the first of ``messageLocales(_:)``.
    public static func messageLocale(_ environment: (String) -> String?) -> String {
        String(messageLocales(environment).prefix { $0 != ":" })
    }

    /// Returns the environment's locales of messages, separated by colons, by the C library's rules: `LC_ALL`, `LC_MESSAGES` and
    /// `LANG` name one, and `LANGUAGE` lists preferred ones, unless that one is `C`.
    public static func messageLocales(_ environment: (String) -> String?) -> String {
        let locale = Posix.locale(of: "LC_MESSAGES", environment: environment)
        guard locale != "C", locale != "POSIX" else { return "C" }
        let list = environment("LANGUAGE")?.drop { $0 == ":" } ?? ""
        return list.isEmpty ? locale : String(list)
    }

    /// The folder of the catalogues, `de/LC_MESSAGES/tabshell.mo` and others: `share/locale` beside the folder of the installed program.
    private static var folder: String? {
        if let folder = environmentVariable(folderVariable), folder.hasPrefix("/") { return folder }
        return FileSystem.resolve("/proc/self/exe").map { "\(FileSystem.directory(of: $0))/../share/locale" }
    }
}
