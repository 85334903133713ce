// SPDX-License-Identifier: MIT

/// A program of the configuration that runs when something has changed.
public struct EventHook: Equatable, Sendable {
    /// The changes that run programs.
    public enum Event: String, CaseIterable, Sendable {
        /// Another tab is in front.
        case selection
        /// A message is shown or closed.
        case message
        /// The program of a page is in another phase.
        case program
        case appearance
        /// A link of a document was followed.
        case followed
    }

    public var event: Event
    /// The first argument is a path, or a name that is searched for as those of other programs.
    public var arguments: [String]

    public init(_ event: Event, _ arguments: [String]) {
        (self.event, self.arguments) = (event, arguments)
    }

    /// The maximum number of programs.
    public static let maximumCount = 32
}
