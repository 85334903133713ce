// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// The language of everything that people read. The messages are English in the sources, and are looked up in a catalogue of
/// gettext's format; in English nothing is looked up, opened or loaded.
public enum Localization {
    /// The variable with the folder of the catalogues.
    static let folderVariable = "TABSHELL_LOCALE_DIR"

    /// True once messages are translated.
    public static var isActive: Bool { isTranslating.load(ordering: .relaxed) }

    private static let isTranslating = Atomic(false)
    /// The catalogues in the language of the user, the preferred one first. They are read when the language is set.
    static let catalogues: [MessageCatalogue] =
        folder.map { folder in
            catalogueNames(variable).compactMap { MessageCatalogue(path: "\(folder)/\($0)/LC_MESSAGES/tabshell.mo") }
        } ?? []

    /// Sets the language from the environment, and reads its catalogue. To be called before anything is written for people
    /// and before any thread is started. The categories of numbers, times and sorting stay those of C: C libraries read and
    /// write numbers, and ``LocaleFormat`` has the rest.
    public static func activate() {
        isStarted.store(true, ordering: .relaxed)
        // A locale that is not installed is that of C. The C library's own messages follow, and LC_NUMERIC stays that of C.
        guard !isActive, wantsTranslation(variable), setlocale(LC_MESSAGES, "") != nil else { return }
        guard setlocale(LC_CTYPE, "") != nil, !catalogues.isEmpty else {
            setlocale(LC_MESSAGES, "C")
            setlocale(LC_CTYPE, "C")
            return
        }
        isTranslating.store(true, ordering: .relaxed)
    }

    /// Returns the names of the folders of catalogues that may be read, by gettext's rules: each locale that is asked for with its
    /// territory and modifier, then without. A list ends with English, which needs no catalogue.
    static func catalogueNames(_ environment: (String) -> String?) -> [String] {
        let locale = locale(of: "LC_MESSAGES", environment)
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

    /// The longest list of locales, bytes.
    private static let maximumList = 1024

    /// True for a character of a locale's name, which leads to no other folder.
    private static func isNamed(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber || "_-.@".contains(character))
    }

    /// A variable of this process's environment.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// True once the language was set from the environment.
    static let isStarted = Atomic(false)

    /// Returns the locale of a category such as `LC_CTYPE`, as setlocale(3) chooses it.
    public static func locale(of category: String, _ environment: (String) -> String?) -> String {
        ["LC_ALL", category, "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
    }

    /// True if the environment names another locale than that of C for times or numbers.
    static func hasLocale(_ environment: (String) -> String?) -> Bool {
        ["LC_TIME", "LC_NUMERIC"].contains { !isC(locale(of: $0, environment)) }
    }

    /// Returns the locale of the messages that the environment asks for, by the C library's rules: `LC_ALL`, `LC_MESSAGES` and `LANG`
    /// name one, and `LANGUAGE` lists others that come first unless that one is `C`.
    public static func messageLocale(_ environment: (String) -> String?) -> String {
        let locale = locale(of: "LC_MESSAGES", environment)
        guard locale != "C", locale != "POSIX" else { return "C" }
        return environment("LANGUAGE")?.split(separator: ":").first.map(String.init) ?? locale
    }

    /// True if the environment asks for a language other than English.
    static func wantsTranslation(_ environment: (String) -> String?) -> Bool {
        let locale = messageLocale(environment)
        return !isC(locale) && locale.prefix { $0 != "_" && $0 != "." && $0 != "@" } != "en"
    }

    private static func isC(_ locale: String) -> Bool {
        ["", "C", "POSIX"].contains(locale.prefix { $0 != "." })
    }

    /// The folder of the catalogues, `de/LC_MESSAGES/tabshell.mo` and others: `share/locale` beside the folder of the program, wherever it was installed.
    private static var folder: String? {
        if let folder = variable(folderVariable), folder.hasPrefix("/") { return folder }
        guard let program = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(program) }
        return "\(String(cString: dirname(program)))/../share/locale"
    }
}
