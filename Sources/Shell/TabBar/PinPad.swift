public import ShellModel

/// The PIN pad: the digits entered, and the key that has the focus.
public struct PinPad: Equatable, Sendable {
    public enum Key: Hashable, Sendable {
        case digit(Int)
        case erase, enter, close

        /// The keys of the pad, row by row, and the closing key.
        public static let all: [Key] = (1...9).map { .digit($0) } + [.erase, .digit(0), .enter, .close]
    }

    /// The consequence of a key.
    public enum Action: Equatable, Sendable {
        case submit(String)
        case close
    }

    /// The longest PIN that requests take.
    static let maximumDigits = 64
    static let columns = 3

    /// The request that needs the PIN.
    public let prompt: LockPrompt
    public let title: String
    /// True if nothing behind it may be read: the window of a guarded tab may be in front.
    public let isOpaque: Bool
    public private(set) var digits = ""
    /// The reason why the last PIN was refused; nil without one.
    public var problem: String?
    public private(set) var focus: Key?
    /// The rest of the delay after wrong ones, s.
    public private(set) var wait = 0
    /// True while a PIN is checked.
    public private(set) var isChecking = false

    public init(_ prompt: LockPrompt, title: String, isOpaque: Bool = false) {
        (self.prompt, self.title, self.isOpaque) = (prompt, title, isOpaque)
    }

    public mutating func press(_ key: Key) -> Action? {
        guard isEnabled(key) else { return nil }
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

    /// The PIN was wrong, or could not be checked. `wait` is the time after which another one is accepted, s.
    public mutating func refused(_ problem: String, wait: Int = 0) {
        (digits, isChecking, self.wait) = ("", false, wait)
        self.problem = problem.prefix(1).uppercased() + problem.dropFirst()
    }

    /// A second of the delay has passed.
    public mutating func countDown() {
        wait = max(wait - 1, 0)
        if wait == 0 { problem = nil }
    }

    func isEnabled(_ key: Key) -> Bool { key == .close || !isChecking && wait == 0 }

    /// Moves the focus by keys, columns to the right and rows down.
    public mutating func moveFocus(columns: Int, rows: Int) {
        guard let focus, let index = Key.all.firstIndex(of: focus) else { return self.focus = .digit(5) }
        let count = Key.all.count
        self.focus = Key.all[(index + columns + Self.columns * rows + count) % count]
    }
}
