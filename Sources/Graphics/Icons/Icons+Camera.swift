// SPDX-License-Identifier: MIT

extension Icons {
    /// A camera.
    static var camera: Drawing {
        Drawing(
            shape: [
                .line(
                    """
                    M3 10A3 3 0 0 1 6 7H6.8A2 2 0 0 0 8.5 6L9 5.1A2 2 0 0 1 10.7 4.1H13.3A2 2 0 0 1 15 5.1L15.5 6A2 \
                    2 0 0 0 17.2 7H18A3 3 0 0 1 21 10V17A3 3 0 0 1 18 20H6A3 3 0 0 1 3 17Z
                    """)
            ],
            lines: [.circle(x: 12, y: 13.2, radius: 3.4)],
            cut: [.circle(x: 12, y: 13.2, radius: 3.4)])
    }
}
