// SPDX-License-Identifier: MIT

extension Icons {
    /// A calendar.
    static var plan: Drawing {
        Drawing(
            shape: [.rect(x: 4, y: 5, width: 16, height: 15, radius: 3)],
            lines: [
                .line("M4 10.2H20M8.4 3V6.6M15.6 3V6.6"),
                .disc(x: 8.2, y: 15, radius: 1.25),
                .disc(x: 12, y: 15, radius: 1.25),
                .disc(x: 15.8, y: 15, radius: 1.25),
            ],
            cut: [
                .line("M3 10.2H21", width: 1.8),
                .disc(x: 8.2, y: 15, radius: 1.4),
                .disc(x: 12, y: 15, radius: 1.4),
                .disc(x: 15.8, y: 15, radius: 1.4),
            ],
            over: [.line("M8.4 3V6M15.6 3V6")])
    }
}
