import Foundation
import TestSupport
import Testing

/// scripts/messages on a small copy: a source, a look, and a catalogue.
@Suite struct MessagesScriptTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
        for folder in [
            "scripts", "po", "Sources", "Sources/Config", "Sources/Config/ConfigParser",
            "Sources/Config/ConfigParser/Looks",
        ] { _ = try home.makeDirectory(folder) }
        let script = try String(contentsOf: Repository.file("scripts/messages"), encoding: .utf8)
        try home.write(script, to: "scripts/messages", mode: 0o700)
        try home.write("[[tabs]]\nid = \"a\"\ntitle = \"Tab A\"\n", to: "Sources/Config/ConfigParser/Looks/a.toml")
        try home.write(Self.source, to: "Sources/A.swift")
        #expect(try run() == .code(0))
        try home.write(
            """
            msgid ""
            msgstr ""
            "Language: de\\n"
            "MIME-Version: 1.0\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Content-Transfer-Encoding: 8bit\\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

            """, to: "po/de.po")
        #expect(try run() == .code(0))
        try translate(catalogue)
    }

    private static let source = #"""
        let a = localized("one \(x(")")) of 100 %")
        let b = localized(
            """
            a long \
            line with "quotes"
            """)
        // Translators: a number of tabs.
        let c = localized(n, one: "a tab", other: "\(n) tabs")
        let d = localized("same {title}", context: "verb")
        // localized("in a comment")

        """#

    private var template: String {
        (try? String(contentsOfFile: home.appending("po/tabshell.pot"), encoding: .utf8)) ?? ""
    }
    private var catalogue: String { (try? String(contentsOfFile: home.appending("po/de.po"), encoding: .utf8)) ?? "" }

    /// Fills in all translations, each with the message itself.
    private func translate(_ text: String) throws {
        var key = ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            if line.hasPrefix("msgid ") { key = String(line.dropFirst(6)) }
            if line.hasPrefix("msgid_plural ") { key = String(line.dropFirst(13)) }
            guard line.hasSuffix(" \"\""), line.hasPrefix("msgstr"), key != "\"\"" else { return String(line) }
            return line.dropLast(2) + key
        }
        try home.write(lines.joined(separator: "\n"), to: "po/de.po")
    }

    private func process(_ arguments: [String]) throws -> ChildProcess {
        let script = try ChildProcess(home.appending("scripts/messages"), arguments)
        try script.waitForExit()
        return script
    }

    private func run() throws -> ChildProcess.Exit? { try process([]).exit }

    /// The complaints about the catalogues; empty without any.
    private func complaints() throws -> String {
        let check = try process(["--check"])
        #expect(check.exit == .code(check.errorOutput.isEmpty ? 0 : 1))
        return check.errorOutput
    }

    @Test func messagesAreCollected() throws {
        for entry in [
            "#, c-format\nmsgid \"one %1$s of 100 %%\"\n", "msgid \"a long line with \\\"quotes\\\"\"\nmsgstr",
            "#. a number of tabs.\n#: Sources/A.swift\n#, c-format\nmsgid \"a tab\"\nmsgid_plural \"%1$s tabs\"\n",
            "msgctxt \"verb\"\nmsgid \"same {title}\"\n",
            "#: Sources/Config/ConfigParser/Looks/a.toml\nmsgid \"Tab A\"\n",
        ] { #expect(template.contains(entry), "\(entry)\n\(template)") }
        #expect(!template.contains("in a comment"))
        #expect(try complaints() == "")
    }

    @Test func newMessageIsMissed() throws {
        try home.write(Self.source + "let e = localized(\"new\")\n", to: "Sources/A.swift")
        #expect(try complaints().contains("po/tabshell.pot is stale"))
        #expect(try run() == .code(0))
        #expect(try complaints().contains("po/de.po: 1 not translated, such as \"new\""))
    }

    @Test func messageThatIsGoneIsObsolete() throws {
        try home.write("", to: "Sources/A.swift")
        #expect(try complaints().contains("po/de.po lacks messages of the sources, or has others"))
        #expect(try run() == .code(0))
        #expect(try complaints() == "")
        #expect(!catalogue.contains("a long"))
    }

    @Test(arguments: [
        (#"msgstr "one %1$s of 100 %%""#, #"msgstr "eins""#, "number of format specifications"),
        (#"msgstr "same {title}""#, #"msgstr "same""#, "{title}"),
        (#"msgstr "a long line with \"quotes\"""#, #"msgstr "mit „Strichen“""#, "other quotation marks"),
        (#"msgstr "Tab A""#, #"msgstr """#, "1 not translated, such as \"Tab A\""),
        (#"msgid "Tab A""#, "#, fuzzy\nmsgid \"Tab A\"", "1 fuzzy, such as \"Tab A\""),
        (#"msgid "Tab A""#, #"msgid "Tab B""#, "lacks messages of the sources, or has others"),
    ])
    func faultyTranslationIsFound(line: String, replacement: String, complaint: String) throws {
        let faulty = catalogue.replacingOccurrences(of: line, with: replacement)
        #expect(faulty != catalogue)
        try home.write(faulty, to: "po/de.po")
        let found = try complaints()
        #expect(found.contains("po/de.po") && found.contains(complaint), "\(found)")
    }
}
