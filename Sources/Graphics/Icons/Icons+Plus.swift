// SPDX-License-Identifier: MIT

extension Icons {
    /// A plus.
    static var plus: Drawing {
        Drawing([.line("M12 4V20M4 12H20", width: 2.4)])
    }
}
