import Foundation
import TestSupport
import Testing

extension ShellTests {
    /// The bar and a page in German: the language gets from the daemon to its programs and their helpers.
    @Suite struct Language {
        @Test func barAndPageAreGerman() throws {
            let home = try TemporaryDirectory()
            let guided = "[[tabs]]\nid = \"growth\"\nexec = [\"tabshell-page\", \"--tab\", \"growth\"]\n"
            let session = try ShellSession(
                configuration: guided, environment: try PrivateLocale(in: home).environment)
            try session.show("growth")
            let text = try session.connect().accessibilityText()
            for word in ["Tableiste", "Tab Akut, schnelle Hilfe", "Hier ist noch nichts"] {
                #expect(text.contains("\"\(word)\""), "\(word) in \(text)")
            }
        }
    }
}
