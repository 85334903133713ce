// SPDX-License-Identifier: MIT

extension Icons {
    /// A page with a folded corner.
    static var document: Drawing {
        Drawing(
            shape: [.line("M13 3H8A3 3 0 0 0 5 6V18A3 3 0 0 0 8 21H16A3 3 0 0 0 19 18V9Z")],
            lines: [.line("M13 3V7A2 2 0 0 0 15 9H19")],
            cut: [.line("M13 1V7A2 2 0 0 0 15 9H21", width: 1.8)])
    }
}
