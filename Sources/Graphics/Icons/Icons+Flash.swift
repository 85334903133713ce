// SPDX-License-Identifier: MIT

extension Icons {
    /// A bolt of lightning.
    static var flash: Drawing {
        Drawing([.line("M13.3 3.3 4.6 13.4H11.2L10.4 20.7 19.4 10.3H12.6Z", width: 2.6).solid])
    }
}
