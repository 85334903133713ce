// SPDX-License-Identifier: MIT

/// A count with a comma before every three digits: `100,000`.
public func groupedDigits(_ count: some BinaryInteger) -> String {
    let digits = Array(String(count.magnitude))
    let grouped = digits.indices.map { index in
        (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digits[index])
    }
    return (count < 0 ? "-" : "") + grouped.joined()
}
