// SPDX-License-Identifier: MIT

extension Icons {
    /// A tick in a ring.
    static var habits: Drawing {
        Drawing(
            shape: """
                <circle cx="12" cy="12" r="9"/>
                """,
            lines: """
                <path d="M8 12.3 10.8 15.1 16 9.4"/>
                """,
            cut: """
                <path d="M8 12.3 10.8 15.1 16 9.4"/>
                """)
    }
}
