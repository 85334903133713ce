// SPDX-License-Identifier: MIT

/// The text fields of a CSV file that a spreadsheet must not take for a formula.
///
/// A field that begins with `=`, `+`, `-`, `@`, a tab or a carriage return would be computed by a spreadsheet, which may
/// start programs and send data away. Such a field gets an apostrophe before it, as spreadsheets themselves mark text.
enum CSVText {
    /// Returns a text as a field that a spreadsheet does not read as a formula.
    static func neutralized(_ text: String) -> String { isMarked(text[...]) ? "'" + text : text }

    /// Returns the text that ``neutralized(_:)`` made a field of; any other text as it is.
    static func restored(_ field: String) -> String {
        field.hasPrefix("'") && isMarked(field.dropFirst()) ? String(field.dropFirst()) : field
    }

    /// True for the start of a formula, and for one behind apostrophes: so every text survives the way there and back.
    private static func isMarked(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.drop(while: { $0 == "'" }).first else { return false }
        return ["=", "+", "-", "@", "\t", "\r"].contains(first)
    }
}
