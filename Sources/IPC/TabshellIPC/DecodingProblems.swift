// SPDX-License-Identifier: MIT

/// The problems that were found while a line was decoded and that were passed over.
///
/// A client decodes what another version of the daemon sends. What is unknown to it, absent or invalid becomes the default
/// of its member; an element or an entry that has none is left out.
public final class DecodingProblems {
    /// The first problem; nil if there was none.
    public private(set) var first: MessageError?

    public init() {}

    func add(_ problem: MessageError) {
        if first == nil { first = problem }
    }
}
