/// The direction in which the bar and the pages are laid out.
public enum LayoutDirection: String, Sendable, CaseIterable {
    /// Follows the environment's language.
    case auto
    case leftToRight = "ltr"
    case rightToLeft = "rtl"

    /// The languages that are written from right to left, by their codes of ISO 639.
    private static let rightToLeftLanguages: Set<String> = [
        "ar", "arc", "ckb", "dv", "fa", "glk", "he", "iw", "ks", "mzn", "nqo", "pnb", "ps", "sd", "syr", "ug", "ur",
        "yi",
    ]
    /// The scripts that are written from right to left, as the modifiers of locales name them.
    private static let rightToLeftScripts: Set<String> = ["arabic", "hebrew", "syriac", "thaana", "nko"]

    /// The direction of a locale as in `ar_EG.UTF-8` or `uz_UZ@arabic`.
    public init(locale: String) {
        let language = locale.prefix { !"_.@".contains($0) }.lowercased()
        let script = locale.split(separator: "@").dropFirst().first?.lowercased()
        let isRightToLeft =
            Self.rightToLeftLanguages.contains(language) && script != "latin"
            || script.map(Self.rightToLeftScripts.contains) == true
        self = isRightToLeft ? .rightToLeft : .leftToRight
    }
}
