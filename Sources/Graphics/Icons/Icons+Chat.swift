// SPDX-License-Identifier: MIT

extension Icons {
    /// A speech bubble with three dots.
    static var chat: Drawing {
        Drawing(
            shape: [
                .line(
                    """
                    M12 3.6C7 3.6 3 7 3 11.3 3 13.5 4.1 15.5 5.8 16.9L5.1 19.8A.6.6 0 0 0 6 20.5L9.5 18.7C10.3 18.9 \
                    11.1 19 12 19 17 19 21 15.5 21 11.3 21 7 17 3.6 12 3.6Z
                    """)
            ],
            lines: [
                .disc(x: 8, y: 11.3, radius: 1.25),
                .disc(x: 12, y: 11.3, radius: 1.25),
                .disc(x: 16, y: 11.3, radius: 1.25),
            ],
            cut: [
                .disc(x: 7.8, y: 11.3, radius: 1.4),
                .disc(x: 12, y: 11.3, radius: 1.4),
                .disc(x: 16.2, y: 11.3, radius: 1.4),
            ])
    }
}
