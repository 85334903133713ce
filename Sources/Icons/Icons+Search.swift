// SPDX-License-Identifier: MIT

extension Icons {
    /// A magnifying glass; filled, with a glint.
    static var search: Drawing {
        Drawing(
            shape: """
                <circle cx="10.8" cy="10.8" r="7.3"/>
                """,
            lines: """
                <path d="M16.1 16.1 20.8 20.8"/>
                """,
            cut: """
                <path d="M7.2 10.8A3.6 3.6 0 0 1 10.8 7.2"/>
                """,
            over: """
                <path d="M16.1 16.1 20.8 20.8"/>
                """)
    }
}
