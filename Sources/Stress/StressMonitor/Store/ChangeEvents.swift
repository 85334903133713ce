// SPDX-License-Identifier: MIT
import Posix

/// The descriptor of a ``ChangeNotifier``, which an event loop may watch while the notifier belongs to a thread, and when it
/// has gone.
final class ChangeEvents: Sendable {
    /// Readable when there may be a change.
    var descriptor: Int32 { inotify.descriptor.rawValue }

    let inotify: Inotify

    init() throws(SystemError) {
        inotify = try Inotify()
    }
}
