// SPDX-License-Identifier: MIT

extension Icons {
    /// Two arrows, there and back; filled, out of a disc.
    static var transactions: Drawing {
        Drawing(
            lines: [
                .line("M3 7.5H20.7M17.2 4 20.7 7.5 17.2 11"),
                .line("M21 16.5H3.3M6.8 13 3.3 16.5 6.8 20"),
            ],
            filled: [.circle(x: 12, y: 12, radius: 9)],
            cut: [
                .line("M7 9.2H16.6M14.1 6.7 16.6 9.2 14.1 11.7", width: 1.8),
                .line("M17 14.8H7.4M9.9 12.3 7.4 14.8 9.9 17.3", width: 1.8),
            ])
    }
}
