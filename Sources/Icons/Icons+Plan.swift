// SPDX-License-Identifier: MIT

extension Icons {
    /// A calendar.
    static var plan: Drawing {
        Drawing(
            shape: """
                <rect x="4" y="5" width="16" height="15" rx="3"/>
                """,
            lines: """
                <path d="M4 10.2H20M8.4 3V6.6M15.6 3V6.6"/>
                <circle fill="#000" stroke="none" cx="8.2" cy="15" r="1.25"/>
                <circle fill="#000" stroke="none" cx="12" cy="15" r="1.25"/>
                <circle fill="#000" stroke="none" cx="15.8" cy="15" r="1.25"/>
                """,
            cut: """
                <path stroke-width="1.8" d="M3 10.2H21"/>
                <circle fill="#000" stroke="none" cx="8.2" cy="15" r="1.4"/>
                <circle fill="#000" stroke="none" cx="12" cy="15" r="1.4"/>
                <circle fill="#000" stroke="none" cx="15.8" cy="15" r="1.4"/>
                """,
            over: """
                <path d="M8.4 3V6M15.6 3V6"/>
                """)
    }
}
