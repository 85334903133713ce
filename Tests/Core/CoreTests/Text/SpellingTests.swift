import Text
import Testing

@Suite
struct SpellingTests {
    private let words = ["home", "flash", "growth", "settings", "transactions", "chat", "search", "plus"]

    @Test(
        "is found behind a slip or some",
        arguments: [
            ("hme", "home"), ("homee", "home"), ("hoem", "home"), ("hone", "home"), ("HOME", "home"), ("home", "home"),
            ("fash", "flash"), ("setings", "settings"), ("settigns", "settings"), ("stetigns", "settings"),
            ("trasnactoins", "transactions"), ("Transaction", "transactions"), ("pluss", "plus"), ("serach", "search"),
        ])
    func near(word: String, meant: String) {
        #expect(Spelling.nearest(word, among: words) == meant)
    }

    @Test(
        "is not guessed when it could be anything",
        arguments: [
            "", "x", "ab", "dog", "hat-stand", "hm", "selection", "configuration", String(repeating: "home", count: 99),
        ])
    func far(word: String) {
        #expect(Spelling.nearest(word, among: words) == nil)
    }

    @Test("is the nearest, and of equals the first")
    func order() {
        #expect(Spelling.nearest("cat", among: ["chart", "chat", "cart"]) == "chat")
        #expect(Spelling.nearest("cart", among: ["chart", "chat", "cart"]) == "cart")
        #expect(Spelling.nearest("a", among: ["b"]) == nil)
        #expect(Spelling.nearest("ab", among: ["a"]) == "a")
        #expect(Spelling.nearest("home", among: []) == nil)
        #expect(Spelling.nearest("home", among: ["", String(repeating: "home", count: 99)]) == nil)
    }
}
