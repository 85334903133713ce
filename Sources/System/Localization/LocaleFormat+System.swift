import CLocalization
import Glibc
import Posix

extension LocaleFormat {
    /// The customs of the person who started the program, by `LC_ALL`, `LC_TIME`, `LC_NUMERIC` and `LANG`. Read at the first
    /// use, after the language was activated; else C, as in tests.
    public static let user: LocaleFormat = {
        guard Localization.isStarted.load(ordering: .relaxed), Localization.hasLocale(environmentVariable),
            let locale = clocalization_open()
        else { return LocaleFormat() }
        defer { freelocale(locale) }
        return LocaleFormat(locale)
    }()

    init(_ locale: locale_t) {
        func names(_ kind: clocalization_name, _ numbers: [Int32]) -> [String] {
            numbers.map { String(cString: clocalization_name(kind, $0, locale)) }
        }
        let (days, months): ([Int32], [Int32]) = ([1, 2, 3, 4, 5, 6, 0], Array(0..<12))
        weekdays = names(clocalization_weekday, days)
        shortWeekdays = names(clocalization_short_weekday, days)
        self.months = names(clocalization_month, months)
        shortMonths = names(clocalization_short_month, months)
        monthsAlone = names(clocalization_month_alone, months)
        decimalSeparator = String(cString: clocalization_separator(true, locale))
        groupSeparator = String(cString: clocalization_separator(false, locale))
        firstWeekday = (Int(clocalization_first_weekday(locale)) + 6) % 7
        let halves = names(clocalization_half_of_day, [0, 1])
        let time = Self.fields(String(cString: clocalization_format(false, locale)))
        if time.contains(where: { "Ir".contains($0) }), !halves.contains("") { halvesOfDay = halves }
        let date = Self.fields(String(cString: clocalization_format(true, locale)))
        let (day, month) = (date.firstIndex { "deDx".contains($0) }, date.firstIndex { "mbBhD".contains($0) })
        if let day, let month { hasMonthFirst = month < day || date[day] == "D" }
    }

    /// The letters of the fields of a format of strftime(3).
    private static func fields(_ format: String) -> [Character] {
        format.split(separator: "%").compactMap { part in part.drop { "-_0^#EO".contains($0) }.first }
    }
}
