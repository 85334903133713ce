import Glibc
import Posix

/// The journal, for a session's messages that nobody would read on the console of a login manager.
enum Journal {
    /// The socket of journald for programs without a unit of their own (sd_journal_stream_fd(3)).
    static let path = "/run/systemd/journal/stdout"

    /// Gives the messages of this process and its children to the journal, if standard error is a terminal or closed.
    static func takeMessages(identifier: String) {
        guard isatty(STDERR_FILENO) == 1 || fcntl(STDERR_FILENO, F_GETFD) == -1,
            let stream = try? stream(at: path, identifier: identifier)
        else { return }
        var facts = stat()
        guard unsafe fstat(stream.rawValue, &facts) == 0 else { return }
        Log.write("\(identifier): logging to the journal; see journalctl -b -t \(identifier)")
        dup2(stream.rawValue, STDOUT_FILENO)
        dup2(stream.rawValue, STDERR_FILENO)
        // It makes programs put the priority before each line.
        setEnvironmentVariable("JOURNAL_STREAM", "\(facts.st_dev):\(facts.st_ino)")
    }

    /// Opens a stream of lines, which may begin with a priority, such as `<4>`.
    static func stream(at path: String, identifier: String) throws(SystemError) -> FileDescriptor {
        let stream = try UnixSocket.connect(to: path)
        let flags = fcntl(stream.rawValue, F_GETFL)
        try systemCall("fcntl") { fcntl(stream.rawValue, F_SETFL, flags & ~O_NONBLOCK) }
        // The identifier, the unit, the priority of other lines (info), then switches: priorities in lines, no copies elsewhere.
        try stream.writeAll(Array("\(identifier)\n\n6\n1\n0\n0\n0\n".utf8))
        return stream
    }
}
