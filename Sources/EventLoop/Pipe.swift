// SPDX-License-Identifier: MIT
import CLinux

/// A pipe whose two ends are close-on-exec.
public struct Pipe {
    public let readEnd: Descriptor
    public let writeEnd: Descriptor

    /// - Throws: ``SystemError`` when there are no descriptors left.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe") { clinux_pipe(&ends) }
        readEnd = Descriptor(owning: ends[0])
        writeEnd = Descriptor(owning: ends[1])
    }
}
