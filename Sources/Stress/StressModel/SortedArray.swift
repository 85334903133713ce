// SPDX-License-Identifier: MIT

extension Array {
    /// The index of the first element whose key is not less than a value, in an array sorted by that key.
    public func lowerBound<Key: Comparable>(of value: Key, by key: (Element) -> Key) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if key(self[middle]) < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
