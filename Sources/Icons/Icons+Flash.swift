// SPDX-License-Identifier: MIT

extension Icons {
    /// A bolt of lightning.
    static let flash = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
        <path stroke="#000" stroke-width="2.6" stroke-linejoin="round" d="M13.3 3.3 4.6 13.4H11.2L10.4 20.7 19.4 10.3H12.6Z"/>
        </svg>
        """
}
