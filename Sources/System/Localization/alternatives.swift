// SPDX-License-Identifier: MIT

/// Words of which one is meant: `a or b or c`.
public func alternatives(_ words: [String]) -> String {
    words.dropFirst().reduce(words.first ?? "") { localized("\($0) or \($1)") }
}
