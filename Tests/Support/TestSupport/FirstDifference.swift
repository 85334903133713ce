import CTestSupport

/// Returns the index of the first byte that differs by more than a tolerance in two pictures of the same size.
public func firstDifference(_ one: [UInt8], _ other: [UInt8], beyond tolerance: Int) -> Int? {
    let index = cts_first_difference(one, other, min(one.count, other.count), Int32(tolerance))
    return index < 0 ? nil : index
}
