// SPDX-License-Identifier: MIT

extension Icons {
    /// A house with a round-topped door.
    static var house: Drawing {
        Drawing(
            shape: [
                .line(
                    """
                    M10.6 3.8 4.2 9.1A3.1 3.1 0 0 0 3.1 11.5V18A3 3 0 0 0 6.1 21H17.9A3 3 0 0 0 20.9 18V11.5A3.1 3.1 \
                    0 0 0 19.8 9.1L13.4 3.8A2.2 2.2 0 0 0 10.6 3.8Z
                    """)
            ],
            lines: [.line("M9 20.9V16.8A3 3 0 0 1 15 16.8V20.9")],
            cut: [.area("M9.6 24V16.9A2.4 2.4 0 0 1 14.4 16.9V24Z")])
    }
}
