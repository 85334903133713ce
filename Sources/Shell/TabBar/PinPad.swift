// SPDX-License-Identifier: MIT
public import ShellModel

/// The number pad: the digits entered, and the key that has the focus.
public struct PinPad: Equatable, Sendable {
    public enum Key: Hashable, Sendable {
        case digit(Int)
        case erase, enter, close

        /// The keys of the pad, row by row, and the one that closes it.
        public static let all: [Key] = (1...9).map { .digit($0) } + [.erase, .digit(0), .enter, .close]
    }

    /// The consequence of a key.
    public enum Action: Equatable, Sendable {
        case submit(String)
        case close
    }

    /// The longest number.
    public static let maximumDigits = 12
    static let columns = 3

    /// The request that needs the number.
    public let prompt: LockPrompt
    public let title: String
    public private(set) var digits = ""
    /// The reason why the last number was refused; nil without one.
    public var problem: String?
    public private(set) var focus: Key?
    /// True while a number is checked.
    public private(set) var isChecking = false

    public init(_ prompt: LockPrompt, title: String) {
        self.prompt = prompt
        self.title = title
    }

    public mutating func press(_ key: Key) -> Action? {
        guard !isChecking || key == .close else { return nil }
        switch key {
        case .digit(let digit):
            problem = nil
            if digits.count < Self.maximumDigits { digits += String(digit) }
            return nil
        case .erase:
            digits = String(digits.dropLast())
            return nil
        case .enter:
            guard !digits.isEmpty else { return nil }
            isChecking = true
            return .submit(digits)
        case .close: return .close
        }
    }

    /// The number was wrong, or could not be checked.
    public mutating func refused(_ problem: String) {
        (digits, isChecking) = ("", false)
        self.problem = problem.prefix(1).uppercased() + problem.dropFirst()
    }

    /// Moves the focus by keys, columns to the right and rows down.
    public mutating func moveFocus(columns: Int, rows: Int) {
        guard let focus, let index = Key.all.firstIndex(of: focus) else { return self.focus = .digit(5) }
        let count = Key.all.count
        self.focus = Key.all[(index + columns + Self.columns * rows + count) % count]
    }
}
