// SPDX-License-Identifier: MIT

/// The place among the surfaces of its layer that a compositor gives to one that enters the layer.
public enum PageStacking: String, Sendable, CaseIterable {
    /// Above the others.
    case newestAbove = "newest-above"
    /// Below the others.
    case newestBelow = "newest-below"
}
