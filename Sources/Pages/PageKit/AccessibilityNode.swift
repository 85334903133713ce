public import ShellModel

/// A part of a page, in words, for screen readers and tests.
public typealias AccessibilityNode = ShellModel.AccessibilityNode

/// The kind of a node.
public typealias AccessibilityRole = ShellModel.AccessibilityRole

/// An action on a node.
public typealias AccessibilityAction = ShellModel.AccessibilityAction
