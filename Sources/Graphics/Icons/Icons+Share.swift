// SPDX-License-Identifier: MIT

extension Icons {
    /// An arrow out of a box.
    static var share: Drawing {
        Drawing(
            lines: [
                .line(
                    """
                    M8.5 10H7.5A2.5 2.5 0 0 0 5 12.5V18.5A2.5 2.5 0 0 0 7.5 21H16.5A2.5 2.5 0 0 0 19 18.5V12.5A2.5 \
                    2.5 0 0 0 16.5 10H15.5
                    """),
                .line("M12 14.5V3.4M8.3 6.9 12 3.2 15.7 6.9"),
            ],
            filled: [.rect(x: 5, y: 10, width: 14, height: 11, radius: 2.5)],
            cut: [.line("M12 8V14.5", width: 5.4)],
            over: [.line("M12 14.5V3.4M8.3 6.9 12 3.2 15.7 6.9")])
    }
}
