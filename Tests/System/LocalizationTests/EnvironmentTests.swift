// SPDX-License-Identifier: MIT
import Testing

@testable import Localization

/// The environments in which messages are looked up.
@Suite struct EnvironmentTests {
    @Test(arguments: [
        ["LANG": "de_DE.UTF-8"], ["LC_MESSAGES": "de_AT.UTF-8", "LANG": "C"],
        ["LC_ALL": "ja_JP.UTF-8", "LANG": "en_US.UTF-8"],
        ["LANG": "en_US.UTF-8", "LANGUAGE": "de:en"], ["LANG": "ar_EG.UTF-8", "LC_ALL": ""], ["LANG": "eo"],
        ["LANG": "C.UTF-8", "LANGUAGE": "de"],
    ])
    func otherLanguagesAreLookedUp(environment: [String: String]) {
        #expect(Localization.wantsTranslation { environment[$0] })
    }

    @Test(
        arguments: [
            [:], ["LANG": "C"], ["LANG": "C.UTF-8"], ["LANG": "POSIX"], ["LANG": ""], ["LANG": "en_GB.UTF-8"],
            ["LANG": "en"],
            ["LC_ALL": "C", "LANG": "de_DE.UTF-8"], ["LC_MESSAGES": "en_US.UTF-8", "LANG": "de_DE.UTF-8"],
            ["LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"], ["LANG": "C", "LANGUAGE": "de"],
        ] as [[String: String]])
    func englishIsNot(environment: [String: String]) {
        #expect(!Localization.wantsTranslation { environment[$0] })
    }

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
