// SPDX-License-Identifier: MIT
import Localization
import Testing

@Suite struct LocaleFormatTests {
    private let english = LocaleFormat()

    @Test func localeOfCIsEnglish() {
        #expect(LocaleFormat.user == english)
        #expect(english.number("1.5") == "1.5")
        #expect(english.grouped(1_234_567) == "1,234,567")
        #expect(english.grouped(-1234) == "-1,234")
        #expect(english.grouped(Int64.min) == "-9,223,372,036,854,775,808")
        #expect(english.clock(hour: 14, minute: 5) == "14:05")
        #expect(english.dayAndMonth(16, 11) == "16 November")
        #expect(english.dayAndMonth(16, 11, isShort: true) == "16 Nov")
        #expect(english.date(year: 2026, month: 11, day: 3) == nil)
    }

    @Test func numbersHaveTheSeparatorsOfThePlace() {
        var format = english
        (format.decimalSeparator, format.groupSeparator) = (",", ".")
        #expect(format.number("1.5") == "1,5")
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
        format.numericDate = "%d.%m.%Y"
        #expect(format.date(year: 2026, month: 11, day: 3) == "03.11.2026")
        format.numericDate = "%m/%d/%Y"
        #expect(format.date(year: 2026, month: 11, day: 3) == "11/03/2026")
        // One that is not known is not guessed.
        format.numericDate = "%d %q"
        #expect(format.date(year: 2026, month: 11, day: 3) == nil)
    }
}
