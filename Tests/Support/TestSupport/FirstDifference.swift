// SPDX-License-Identifier: MIT

/// Returns the index of the first byte that differs by more than a tolerance in two pictures of the same size.
public func firstDifference(_ one: [UInt8], _ other: [UInt8], beyond tolerance: Int) -> Int? {
    one == other ? nil : one.indices.first { abs(Int(one[$0]) - Int(other[$0])) > tolerance }
}
