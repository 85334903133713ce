// SPDX-License-Identifier: MIT

extension Icons {
    /// A heart.
    static var recovery: Drawing {
        Drawing(
            shape: [
                .line(
                    """
                    M10.7 19.4 4.5 13.1A5.2 5.2 0 0 1 11.9 5.8L12 5.9 12.1 5.8A5.2 5.2 0 0 1 19.5 13.1L13.3 19.4A1.8 \
                    1.8 0 0 1 10.7 19.4Z
                    """)
            ])
    }
}
