// SPDX-License-Identifier: MIT

extension Icons {
    /// A speech bubble with three dots.
    static var chat: Drawing {
        Drawing(
            shape: """
                <path d="M12 3.6C7 3.6 3 7 3 11.3 3 13.5 4.1 15.5 5.8 16.9L5.1 19.8A.6.6 0 0 0 6 20.5L9.5 \
                18.7C10.3 18.9 11.1 19 12 19 17 19 21 15.5 21 11.3 21 7 17 3.6 12 3.6Z"/>
                """,
            lines: """
                <circle fill="#000" stroke="none" cx="8" cy="11.3" r="1.25"/>
                <circle fill="#000" stroke="none" cx="12" cy="11.3" r="1.25"/>
                <circle fill="#000" stroke="none" cx="16" cy="11.3" r="1.25"/>
                """,
            cut: """
                <circle fill="#000" stroke="none" cx="7.8" cy="11.3" r="1.4"/>
                <circle fill="#000" stroke="none" cx="12" cy="11.3" r="1.4"/>
                <circle fill="#000" stroke="none" cx="16.2" cy="11.3" r="1.4"/>
                """)
    }
}
