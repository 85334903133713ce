import ShellModel
import Testing

@Suite struct LayoutDirectionTests {
    @Test(
        arguments: [
            ("C", .leftToRight), ("", .leftToRight), ("de_DE.UTF-8", .leftToRight), ("ar_EG.UTF-8", .rightToLeft),
            ("ar", .rightToLeft), ("he_IL", .rightToLeft), ("fa", .rightToLeft), ("uz_UZ@arabic", .rightToLeft),
            ("sd_IN@latin", .leftToRight), ("arn_CL.UTF-8", .leftToRight),
        ] as [(String, LayoutDirection)])
    func followsTheLocale(locale: String, direction: LayoutDirection) {
        #expect(LayoutDirection(locale: locale) == direction)
    }

    @Test func textKnowsItsDirection() {
        #expect("שלום".hasRightToLeftLetters && "a ب".hasRightToLeftLetters && "1:21 م".hasRightToLeftLetters)
        #expect(!"Größe, 日本語 12 – é".hasRightToLeftLetters && !"".hasRightToLeftLetters)
        #expect("a\u{202E}b".isolated == "\u{2068}ab\u{2069}")
    }
}
