// SPDX-License-Identifier: MIT
import Text
import Icons

extension Icons {
    /// The most icons that are suggested for one name.
    private static let maximumSuggestions = 3

    /// The built-in icons that a name may mean: those of a similar name, then those that are a word of it, as `terminal` in
    /// `utilities-terminal`, then those with a word of it in their description, as `activity` ("A bell.") for `bell`.
    public static func suggestions(for name: String) -> [String] {
        let isFilled = name.contains(".")
        let near = Spelling.near(name, among: isFilled ? names : outlines)
        let words = self.words(of: name)
        let named = outlines.filter(words.contains)
        let described = outlines.filter { icon in !words.isDisjoint(with: self.words(of: summary(of: icon) ?? "")) }
        var seen: Set<String> = []
        return Array((near + named + described).filter { seen.insert($0).inserted }.prefix(maximumSuggestions))
    }

    /// The words of a text in lower case, without short ones: they mean nothing by themselves.
    private static func words(of text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter }.filter { $0.count > 2 }.map(String.init)).subtracting(fillers)
    }

    private static let fillers: Set<String> = ["fill", "from", "its", "one", "out", "over", "symbolic", "the", "with"]
}
