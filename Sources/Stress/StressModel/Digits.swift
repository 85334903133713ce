// SPDX-License-Identifier: MIT

/// A count with a comma before every three digits: `100,000`.
public func groupedDigits(_ count: some BinaryInteger) -> String {
    let digits = Array(String(count.magnitude))
    let grouped = digits.indices.map { index in
        (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digits[index])
    }
    return (count < 0 ? "-" : "") + grouped.joined()
}

/// A number with leading zeros.
public func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
}
