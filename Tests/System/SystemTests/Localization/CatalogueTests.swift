import Testing

@testable import Localization

/// Catalogues in memory, whole and damaged.
@Suite struct CatalogueTests {
    /// A catalogue with sorted messages, in either order of bytes.
    static func file(_ messages: [(key: String, value: String)], isSwapped: Bool = false) -> [UInt8] {
        var words: [UInt32] = [0x9504_12de, 0, UInt32(messages.count), 28, 28 + 8 * UInt32(messages.count), 0, 0]
        var texts: [UInt8] = []
        let start = 28 + 16 * messages.count
        for column in [\(key: String, value: String).key, \.value] {
            for message in messages {
                let text = Array(message[keyPath: column].utf8)
                words += [UInt32(text.count), UInt32(start + texts.count)]
                texts += text + [0]
            }
        }
        let bytes = words.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: (isSwapped ? word.byteSwapped : word) >> (8 * $0)) }
        }
        return bytes + texts
    }

    private static let header = "Content-Type: text/plain; charset=UTF-8\n"
    private static let messages = [
        ("", header), ("Home", "Start"), ("there is an error\0there are %1$s errors", "ein Fehler\0%1$s Fehler"),
        ("with\u{4}Home", "Haus"), ("x", ""),
    ]

    @Test(arguments: [false, true]) func messagesAreFound(isSwapped: Bool) throws {
        let catalogue = try #require(MessageCatalogue(Self.file(Self.messages, isSwapped: isSwapped)))
        #expect(catalogue.message("Home") == "Start" && catalogue.message("with\u{4}Home") == "Haus")
        #expect(catalogue.message("Hom") == nil && catalogue.message("x") == nil && catalogue.message("zzz") == nil)
        #expect(catalogue.plural("there is an error", count: 1) == "ein Fehler")
        #expect(catalogue.plural("there is an error", count: 0) == "%1$s Fehler")
        #expect(catalogue.plural("Home", count: 2) == nil && catalogue.plural("nothing", count: 1) == nil)
    }

    /// Each byte with other values, and each length: none traps, and a translation is always text.
    @Test func damagedFilesAreNoneOrText() {
        let whole = Self.file(Self.messages)
        for length in 0..<whole.count { #expect(MessageCatalogue(Array(whole.prefix(length))) == nil) }
        for index in whole.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF, whole[index] &+ 1] as [UInt8] {
                var bytes = whole
                bytes[index] = value
                guard let catalogue = MessageCatalogue(bytes) else { continue }
                for (key, _) in Self.messages {
                    _ = catalogue.message(key)
                    for count in 0...3 as ClosedRange<UInt> { _ = catalogue.plural(key, count: count) }
                }
            }
        }
    }

    @Test func otherCharactersAreRefused() {
        let header = "Content-Type: text/plain; charset=ISO-8859-1\n"
        #expect(MessageCatalogue(Self.file([("", header)])) == nil)
        #expect(MessageCatalogue(Self.file([("", "X-Plural-Table: 01\n")])) == nil)
        #expect(MessageCatalogue(path: "/dev/zero") == nil && MessageCatalogue(path: "/proc/self") == nil)
    }

    /// The table that scripts/messages makes of a language's rule; here the form of n is n mod 7, and 9 from 190 on.
    @Test func formsAreThoseOfTheTable() throws {
        let table = (0..<200).map { $0 < 190 ? String($0 % 7) : "9" }.joined()
        let messages = [("", "X-Plural-Table: \(table)\n"), ("one\0more", "a\0b\0c\0d\0e\0f\0")]
        let catalogue = try #require(MessageCatalogue(Self.file(messages)))
        for (count, form) in [(0, "a"), (5, "f"), (6, nil), (99, "b"), (100, "c"), (203, "f"), (1_000_090, nil)] {
            #expect(catalogue.plural("one", count: UInt(count)) == form)
        }
    }

    @Test(
        arguments: [
            (["LANG": "de_AT.UTF-8@euro"], ["de_AT@euro", "de_AT", "de@euro", "de"]), (["LANG": "C.UTF-8"], []),
            (["LANG": "C", "LANGUAGE": "de"], []), ([:], []), (["LANG": "C"], []), (["LANG": "POSIX"], []),
            (["LANG": ""], []), (["LANG": "en_GB.UTF-8"], []), (["LANG": "en"], []),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], []), (["LC_MESSAGES": "en_US.UTF-8", "LANG": "de_DE.UTF-8"], []),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"], []), (["LANG": "de_DE.UTF-8"], ["de_DE", "de"]),
            (["LC_MESSAGES": "de_AT.UTF-8", "LANG": "C"], ["de_AT", "de"]),
            (["LC_ALL": "ja_JP.UTF-8", "LANG": "en_US.UTF-8"], ["ja_JP", "ja"]),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "de:en"], ["de"]),
            (["LANG": "ar_EG.UTF-8", "LC_ALL": ""], ["ar_EG", "ar"]), (["LANG": "eo"], ["eo"]),
            (["LANG": "C.UTF-8", "LANGUAGE": "de"], ["de"]),
            (["LANG": "C.UTF-8", "LANGUAGE": "pt_BR:de:en:fr"], ["pt_BR", "pt", "de"]),
            (["LANG": "de_DE", "LANGUAGE": "../../x:/tmp:de"], ["de"]),
            (["LC_ALL": "ja_JP", "LANG": "de"], ["ja_JP", "ja"]),
            (["LANG": "de", "LANGUAGE": String(repeating: "de:", count: 9999)], []),
        ] as [([String: String], [String])])
    func cataloguesAreReadInOrder(environment: [String: String], names: [String]) {
        #expect(Localization.catalogueNames { environment[$0] } == names)
    }
}

@Suite struct MessageTests {
    /// Makes a message as in another language than English.
    private func collected(_ parts: (inout LocalizedMessage.StringInterpolation) -> Void, values: Int)
        -> LocalizedMessage
    {
        var interpolation = LocalizedMessage.StringInterpolation(
            literalCapacity: 0, interpolationCount: values, collects: true)
        parts(&interpolation)
        return LocalizedMessage(stringInterpolation: interpolation)
    }

    @Test func keyNumbersTheValues() {
        let message = collected(
            {
                $0.appendLiteral("tab ")
                $0.appendInterpolation(2)
                $0.appendLiteral(" of ")
                $0.appendInterpolation("three")
                $0.appendLiteral(" is 100 %")
            }, values: 2)
        #expect(message.key == "tab %1$s of %2$s is 100 %%")
        #expect(message.arguments == ["2", "three"])
        #expect(message.text == "tab 2 of three is 100 %")
    }

    @Test func textWithoutValuesIsItsOwnKey() {
        let message: LocalizedMessage = "100 %"
        #expect(message.key == "100 %")
        #expect(message.text == "100 %")
    }

    /// No program of the tests has activated a language.
    @Test func englishCollectsNothing() {
        let message: LocalizedMessage = "tab \(1) of \(2)"
        #expect(message.text == "tab 1 of 2")
        #expect(message.key.isEmpty)
        #expect(message.arguments.isEmpty)
    }

    @Test(arguments: [(0, "0 tabs"), (1, "a tab"), (2, "2 tabs"), (-1, "-1 tabs")])
    func englishHasTwoNumbers(count: Int, text: String) {
        #expect(localized(count, one: "a tab", other: "\(count) tabs") == text)
    }

    @Test func alternativesAreListed() {
        #expect(alternatives([]) == "")
        #expect(alternatives(["a"]) == "a")
        #expect(alternatives(["a", "b", "c"]) == "a or b or c")
    }

    @Test(arguments: [
        ("%2$s of %1$s", "b of a"), ("%1$s %1$s", "a a"), ("%s, %s", "a, b"), ("100 %%", "100 %"), ("", ""),
        // Of a faulty catalogue.
        ("%3$s", "%3$s"), ("%", "%"), ("%d", "%d"), ("%1$", "%1$"),
        ("%99999999999999999999$s", "%99999999999999999999$s"),
        ("%0$s", "%0$s"), ("%s%s%s", "ab%s"),
    ])
    func translationsAreFilledIn(format: String, text: String) {
        #expect(MessageFormat.filled(format, ["a", "b"]) == text)
    }

    /// A value with a percent sign is not a format.
    @Test func valuesAreTakenLiterally() {
        #expect(MessageFormat.filled("%1$s %2$s", ["%2$s", "%%"]) == "%2$s %%")
    }
}
