// SPDX-License-Identifier: MIT

extension Icons {
    /// A page with a folded corner.
    static var document: Drawing {
        Drawing(
            shape: """
                <path d="M13 3H8A3 3 0 0 0 5 6V18A3 3 0 0 0 8 21H16A3 3 0 0 0 19 18V9Z"/>
                """,
            lines: """
                <path d="M13 3V7A2 2 0 0 0 15 9H19"/>
                """,
            cut: """
                <path stroke-width="1.8" d="M13 1V7A2 2 0 0 0 15 9H21"/>
                """)
    }
}
