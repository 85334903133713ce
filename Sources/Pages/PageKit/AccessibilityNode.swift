// SPDX-License-Identifier: MIT

public import ShellModel

/// A part of what a page shows, in words: what a screen reader says of it, and a test finds it by.
public typealias AccessibilityNode = ShellModel.AccessibilityNode

/// The kind of a node.
public typealias AccessibilityRole = ShellModel.AccessibilityRole

/// An action on a node.
public typealias AccessibilityAction = ShellModel.AccessibilityAction
