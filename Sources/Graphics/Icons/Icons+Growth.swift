// SPDX-License-Identifier: MIT

extension Icons {
    /// A sprout with two leaves.
    static var growth: Drawing {
        Drawing([
            .line("M12.2 20.4V14.2", width: 2.4),
            .area("M12.3 14.6C12 8 15.2 2.7 20.8 2.6A1.1 1.1 0 0 1 21.9 3.7C21.9 10 18.2 14.6 12.3 14.6Z"),
            .area("M12 18.4C5.9 18.4 2.1 14.3 2.1 8.8A1.1 1.1 0 0 1 3.2 7.7C8.6 7.7 12.1 12.2 12 18.4Z"),
        ])
    }
}
