// SPDX-License-Identifier: MIT

extension Icons {
    /// A wallet with a flap and a clasp.
    static var accounts: Drawing {
        Drawing(
            lines: [
                .line(
                    """
                    M18.5 8.5V6.8A2.8 2.8 0 0 0 15.7 4H5.3A2.25 2.25 0 0 0 5.3 8.5H18A3 3 0 0 1 21 11.5V17A3 3 0 0 1 \
                    18 20H6A3 3 0 0 1 3 17V6.3
                    """),
                .disc(x: 16.2, y: 14.2, radius: 1.5),
            ],
            filled: [
                .line(
                    """
                    M18.5 8.5V6.8A2.8 2.8 0 0 0 15.7 4H5.3A2.25 2.25 0 0 0 3 6.3V17A3 3 0 0 0 6 20H18A3 3 0 0 0 21 \
                    17V11.5A3 3 0 0 0 18.5 8.5Z
                    """)
            ],
            cut: [
                .line("M5.7 7.2H15.9", width: 1.8),
                .disc(x: 16.2, y: 14.2, radius: 1.7),
            ])
    }
}
