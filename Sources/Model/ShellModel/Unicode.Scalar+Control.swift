// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
    /// True if the scalar is in C0 or C1, or is DEL.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
