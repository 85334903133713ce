// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

extension ShellTests {
    /// The bar and a page in German: the language gets from the daemon to its programs and their helpers.
    @Suite struct Language {
        @Test func barAndPageAreGerman() throws {
            let home = try TemporaryDirectory()
            var options = ShellSession.Options()
            options.environment = try PrivateLocale(in: home).environment
            options.guided = "growth"
            let session = try ShellSession(options)
            try session.select("growth")
            let tree = try session.connect().request("accessibility")
            let text = String(decoding: try JSONSerialization.data(withJSONObject: tree), as: UTF8.self)
            for word in ["Tableiste", "Tab Akut, schnelle Hilfe", "Konfiguration öffnen"] {
                #expect(text.contains("\"\(word)\""), "\(word) in \(text)")
            }
        }
    }
}
