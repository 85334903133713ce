// SPDX-License-Identifier: MIT

extension Icons {
    /// A house with a round-topped door.
    static var home: Drawing {
        Drawing([
            .area(
                """
                M10.1 3.05 3.3 8.75A3.4 3.4 0 0 0 2.1 11.35V18.3A3.2 3.2 0 0 0 5.3 21.5H8.3A1 1 0 0 0 9.3 \
                20.5V17.1A2.7 2.7 0 0 1 14.7 17.1V20.5A1 1 0 0 0 15.7 21.5H18.7A3.2 3.2 0 0 0 21.9 \
                18.3V11.35A3.4 3.4 0 0 0 20.7 8.75L13.9 3.05A2.95 2.95 0 0 0 10.1 3.05Z
                """)
        ])
    }
}
