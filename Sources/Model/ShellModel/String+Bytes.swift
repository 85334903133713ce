// SPDX-License-Identifier: MIT

extension String {
    /// Returns true if the texts have the same bytes. `==` compares canonical equivalence, which takes seconds for some
    /// texts of 60 kB.
    package func isIdentical(to other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
