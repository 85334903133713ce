// SPDX-License-Identifier: MIT

extension Icons {
    /// An arrow out of a box.
    static var share: Drawing {
        Drawing(
            lines: """
                <path d="M8.5 10H7.5A2.5 2.5 0 0 0 5 12.5V18.5A2.5 2.5 0 0 0 7.5 21H16.5A2.5 2.5 0 0 0 19 \
                18.5V12.5A2.5 2.5 0 0 0 16.5 10H15.5"/>
                <path d="M12 14.5V3.4M8.3 6.9 12 3.2 15.7 6.9"/>
                """,
            filled: """
                <rect x="5" y="10" width="14" height="11" rx="2.5"/>
                """,
            cut: """
                <path stroke-width="5.4" d="M12 8V14.5"/>
                """,
            over: """
                <path d="M12 14.5V3.4M8.3 6.9 12 3.2 15.7 6.9"/>
                """)
    }
}
