// SPDX-License-Identifier: MIT
import CLinux

/// A pipe whose two ends are close-on-exec.
public struct Pipe {
    public let readEnd: FileDescriptor
    public let writeEnd: FileDescriptor

    /// - Throws: ``SystemError`` when there are no descriptors left.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe") { clinux_pipe(&ends) }
        readEnd = FileDescriptor(owning: ends[0])
        writeEnd = FileDescriptor(owning: ends[1])
    }
}
