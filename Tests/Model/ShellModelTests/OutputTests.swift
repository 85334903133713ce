import ShellModel
import Testing

@Suite struct OutputTests {
    @Test(
        arguments: [
            ("*", true), ("DP-1", true), ("dp-1", true), ("DP-2", false), ("DP", false), ("", false),
            ("Dell Inc. U2720Q 8KBN (DP-1)", true), ("Dell Inc. U2720Q 8KBN", true), ("dell inc. u2720q 8kbn", true),
            ("Dell Inc. U2720Q", false), ("(DP-1)", false),
        ])
    func patternIsNameOrDescription(pattern: String, matches: Bool) {
        #expect(
            OutputPattern.matches(pattern, name: "DP-1", description: "Dell Inc. U2720Q 8KBN (DP-1)") == matches)
    }

    @Test func descriptionMayBeMissingOrOdd() {
        #expect(!OutputPattern.matches("Dell", name: "DP-1", description: nil))
        for description in ["", "(", ")", "()", " ()", "x)"] {
            #expect(!OutputPattern.matches("Dell", name: "DP-1", description: description))
            #expect(OutputPattern.matches("DP-1", name: "DP-1", description: description))
        }
    }

    @Test func lookNamesTheOutputsWithABar() {
        var look = Look()
        #expect(look.hasBar(onOutput: "DP-1", description: nil))
        look.outputs = ["eDP-1", "Dell 1"]
        #expect(look.hasBar(onOutput: "eDP-1", description: nil))
        #expect(look.hasBar(onOutput: "HDMI-A-1", description: "Dell 1 (HDMI-A-1)"))
        #expect(!look.hasBar(onOutput: "DP-1", description: "Dell 2 (DP-1)"))
    }
}

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
