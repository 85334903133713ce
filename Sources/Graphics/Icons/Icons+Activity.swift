// SPDX-License-Identifier: MIT

extension Icons {
    /// A bell.
    static var activity: Drawing {
        Drawing(
            shape: [
                .line(
                    """
                    M12 3A6.2 6.2 0 0 0 5.8 9.2C5.8 12.8 4.9 13.8 4.1 14.9A1.1 1.1 0 0 0 5 16.6H19A1.1 1.1 0 0 0 \
                    19.9 14.9C19.1 13.8 18.2 12.8 18.2 9.2A6.2 6.2 0 0 0 12 3Z
                    """)
            ],
            lines: [.line("M9.7 19.7A2.7 2.7 0 0 0 14.3 19.7")],
            over: [.line("M9.7 19.7A2.7 2.7 0 0 0 14.3 19.7")])
    }
}
