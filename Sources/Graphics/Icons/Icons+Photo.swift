// SPDX-License-Identifier: MIT

extension Icons {
    /// A landscape under the sun.
    static var photo: Drawing {
        Drawing(
            shape: [.rect(x: 3, y: 4, width: 18, height: 16, radius: 3)],
            lines: [
                .disc(x: 15.6, y: 9, radius: 1.7),
                .line(
                    """
                    M3.8 16.8 6.9 13.7A2 2 0 0 1 9.7 13.7L15.9 19.9M13 17 15.1 14.9A2 2 0 0 1 17.9 14.9L20.4 17.4
                    """),
            ],
            cut: [
                .disc(x: 15.6, y: 9, radius: 1.9),
                .line(
                    """
                    M1.8 18.8 6.9 13.7A2 2 0 0 1 9.7 13.7L19 23M13 17 15.1 14.9A2 2 0 0 1 17.9 14.9L23 20
                    """, width: 1.8),
            ])
    }
}
