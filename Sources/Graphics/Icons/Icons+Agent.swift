// SPDX-License-Identifier: MIT

extension Icons {
    /// A large sparkle and a small one.
    static var agent: Drawing {
        Drawing(
            shape: [
                .line(
                    """
                    M10.5 4.6C11.5 9.3 13.7 11.5 18.2 12.5 13.7 13.5 11.5 15.7 10.5 20.4 9.5 15.7 7.3 13.5 2.8 12.5 \
                    7.3 11.5 9.5 9.3 10.5 4.6Z
                    """)
            ],
            lines: [.line("M19 3.1V7.1M17 5.1H21")],
            over: [.line("M19 3.1V7.1M17 5.1H21")])
    }
}
