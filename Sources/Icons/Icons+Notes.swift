// SPDX-License-Identifier: MIT

extension Icons {
    /// A page with lines.
    static var notes: Drawing {
        Drawing(
            shape: """
                <rect x="5" y="3" width="14" height="18" rx="3"/>
                """,
            lines: """
                <path d="M9 8H15M9 12H15M9 16H12"/>
                """,
            cut: """
                <path d="M9 8H15M9 12H15M9 16H12"/>
                """)
    }
}
