import Glibc
import Testing

@testable import Localization

@Suite struct LocaleFormatTests {
    private let english = LocaleFormat()

    @Test func localeOfCIsEnglish() {
        #expect(LocaleFormat.user == english)
        #expect(english.grouped(1_234_567) == "1,234,567")
        #expect(english.grouped(-1234) == "-1,234")
        #expect(english.grouped(Int64.min) == "-9,223,372,036,854,775,808")
        #expect(english.clock(hour: 14, minute: 5) == "14:05")
        #expect(english.dayAndMonth(16, 11) == "16 November")
        #expect(english.dayAndMonth(16, 11, isShort: true) == "16 Nov")
    }

    /// C.UTF-8 is in each C library. Its dates are those of the United States, and its weeks begin on Sunday.
    @Test func customsAreReadFromTheCLibrary() throws {
        let locale = try #require(newlocale(1 << LC_CTYPE | 1 << LC_NUMERIC | 1 << LC_TIME, "C.UTF-8", nil))
        defer { freelocale(locale) }
        var expected = english
        (expected.hasMonthFirst, expected.firstWeekday, expected.groupSeparator) = (true, 6, "")
        #expect(LocaleFormat(locale) == expected)
    }

    @Test func numbersHaveTheSeparatorsOfThePlace() {
        var format = english
        (format.decimalSeparator, format.groupSeparator) = (",", ".")
        #expect(format.grouped(1234) == "1.234")
        format.groupSeparator = ""
        #expect(format.grouped(1234) == "1234")
    }

    @Test(arguments: [
        (0, "12:07 AM"), (1, "1:07 AM"), (11, "11:07 AM"), (12, "12:07 PM"), (13, "1:07 PM"), (23, "11:07 PM"),
    ])
    func hoursAreCountedToTwelve(hour: Int, text: String) {
        var format = english
        format.halvesOfDay = ["AM", "PM"]
        #expect(format.clock(hour: hour, minute: 7) == text)
    }

    @Test func datesHaveTheOrderOfThePlace() {
        var format = english
        format.hasMonthFirst = true
        #expect(format.dayAndMonth(16, 11) == "November 16")
    }
}

/// The environments in which messages are looked up.
@Suite struct EnvironmentTests {
    @Test(
        arguments: [
            ([:], "C"), (["LANG": "POSIX"], "C"), (["LANG": "ar_EG.UTF-8", "LC_ALL": "C"], "C"),
            (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ar_SA.UTF-8"], "ar_SA.UTF-8"),
            (["LANG": "ar_SA.UTF-8", "LC_MESSAGES": ""], "ar_SA.UTF-8"), (["LANG": "C", "LANGUAGE": "ar"], "C"),
            (["LANG": "C.UTF-8", "LANGUAGE": "ar:en"], "ar"), (["LANG": "ar_EG.UTF-8", "LANGUAGE": ""], "ar_EG.UTF-8"),
        ] as [([String: String], String)])
    func localeOfMessagesIsTheCLibrarys(environment: [String: String], locale: String) {
        #expect(Localization.messageLocale { environment[$0] } == locale)
    }

    @Test func customsFollowTheirOwnVariables() {
        #expect(Localization.hasLocale { ["LC_TIME": "de_DE.UTF-8"][$0] })
        #expect(!Localization.hasLocale { ["LC_TIME": "de_DE.UTF-8", "LC_ALL": "C"][$0] })
        #expect(!Localization.hasLocale { ["LC_TIME": "C", "LC_NUMERIC": "POSIX", "LANG": "de_DE.UTF-8"][$0] })
        #expect(!Localization.hasLocale { _ in nil })
    }
}
