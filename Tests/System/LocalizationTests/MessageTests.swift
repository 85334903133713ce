// SPDX-License-Identifier: MIT
import Testing

@testable import Localization

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

    /// A value with a percent sign is no format.
    @Test func valuesAreTakenLiterally() {
        #expect(MessageFormat.filled("%1$s %2$s", ["%2$s", "%%"]) == "%2$s %%")
    }
}
