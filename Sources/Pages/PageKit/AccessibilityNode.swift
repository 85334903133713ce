// SPDX-License-Identifier: MIT

public import ShellModel

/// A part of what a page shows, in words. A screen reader says them, and a test finds the part by them.
public typealias AccessibilityNode = ShellModel.AccessibilityNode

/// The kind of a node.
public typealias AccessibilityRole = ShellModel.AccessibilityRole

/// An action on a node.
public typealias AccessibilityAction = ShellModel.AccessibilityAction
