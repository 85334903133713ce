// SPDX-License-Identifier: MIT

extension Icons {
    /// A plus.
    static var plus: Drawing {
        Drawing(
            lines: """
                <path stroke-width="2.4" d="M12 4V20M4 12H20"/>
                """)
    }
}
