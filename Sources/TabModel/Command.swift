// SPDX-License-Identifier: MIT

/// What can be asked of the state. Times are CLOCK_MONOTONIC, ns.
public enum Command: Equatable, Sendable {
    case select(TabID, at: UInt64)
    /// The tab after the selected one; after the last comes the first.
    case selectNext(at: UInt64)
    /// The tab before the selected one; before the first comes the last.
    case selectPrevious(at: UInt64)
    case report(ProgramStatus)
}

/// What has to be done because the state changed.
public enum Effect: Equatable, Sendable {
    /// Tell the subscribers of the event's topic.
    case publish(StateEvent)
    /// Write down what must survive the daemon.
    case persist
}

/// Why a command was refused. The state is as it was.
public enum Refusal: Error, Equatable, Sendable {
    case noTabs
    case duplicateTab(TabID)
    case unknownTab(TabID, known: [TabID])
    case unknownProgram(Program)
}
