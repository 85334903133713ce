// SPDX-License-Identifier: MIT

/// A daemon that answers.
public struct DaemonRecord: Equatable, Sendable {
    /// The path of its socket.
    public var path: String
    public var pid: Int32
    public var version: String
    /// The display that it was started for; nil if it is not known.
    public var display: String?

    public init(path: String, pid: Int32, version: String, display: String? = nil) {
        (self.path, self.pid, self.version, self.display) = (path, pid, version, display)
    }
}
