// SPDX-License-Identifier: MIT

extension Icons {
    /// A person in a disc.
    static var profile: Drawing {
        Drawing(
            shape: [.circle(x: 12, y: 12, radius: 9)],
            lines: [
                .circle(x: 12, y: 9.8, radius: 2.8),
                .line("M6.3 18.7C7.5 16.7 9.5 15.6 12 15.6S16.5 16.7 17.7 18.7"),
            ],
            cut: [
                .disc(x: 12, y: 9.7, radius: 3.1),
                .area("M6.4 17.7C7.6 15.7 9.6 14.6 12 14.6S16.4 15.7 17.6 17.7A8 8 0 0 1 6.4 17.7Z"),
            ])
    }
}
