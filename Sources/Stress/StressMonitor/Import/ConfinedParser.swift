import Glibc
import LibXML
import Posix
import Sandbox

/// A parser in a confined process, because the file may be untrusted. The process can only read the open file and send
/// records, of which this one takes the valid ones. It waits until they are taken.
final class ConfinedParser {
    /// The processor time until the next records, s. A part of 64 KiB takes milliseconds, a whole export may take minutes.
    static let processorTime: UInt64 = 10

    private static let packetSize = 1 << 15

    private let path: String
    private let latest: Timestamp
    private let signals: FileDescriptor?
    private var child: ConfinedChild?
    /// The beginning of an incomplete message.
    private var pending: [UInt8] = []
    /// The limit for all names of columns and notices, which are kept, bytes. One line's take less.
    private var allowance = 4 << 20
    private var isAtEnd = false

    /// Opens a file, and starts the process. Call it before the database is opened, while this process has one thread.
    ///
    /// - Parameter signals: the signals that stop the import of a regular file. The import of a pipe stays interruptible while
    ///   its writer is silent; the database survives that as well.
    init(path: String, options: Importer.Options, signals: [Int32]) throws(ImportError) {
        let file = try FileSource(path: path)
        (self.path, latest) = (path, options.latest)
        // The process cannot load them later: the library, and the rules of the time zone, which may change meanwhile.
        XMLPushParser.load()
        _ = options.timeZone.offset(at: .now)
        let places = ReadablePlaces(["/etc/localtime", "/usr/share/zoneinfo"])
        do throws(SystemError) {
            self.signals = file.total == nil ? nil : try FileDescriptor(signals: signals)
            child = try ConfinedChild(.reading(processorTime: nil), readable: places) { channel in
                try? Self.answer(FileParser(file, options), channel)
                return 0
            }
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
    }

    deinit { end() }

    /// Ends the process, and returns its exit status, or -signal.
    @discardableResult
    private func end() -> Int32 {
        guard let child = child.take() else { return -SIGKILL }
        // It may have closed the socket without exiting. An exiting process keeps its status.
        kill(child.pid, SIGKILL)
        return child.wait()
    }

    /// The signal that stops the import; nil without one.
    func readSignal() -> Int32? { signals?.readSignal() }

    /// Takes the next records: nil after the last ones, none after a signal.
    func next() throws(ImportError) -> ParsedRecords? {
        guard !isAtEnd else { return nil }
        pending += try read()
        var (records, rest, failure) = (ParsedRecords(), pending[...], ImportError?.none)
        do throws(InvalidMessage) {
            while let message = try ImportMessage(&rest) {
                failure = message.error(path: path)
                isAtEnd = message.kind == .end || failure != nil
                if isAtEnd { break }
                try records.add(message, latest: latest)
            }
            allowance -= (records.unusedColumns + records.notices).reduce(0) { $0 + $1.utf8.count + 16 }
            if allowance < 0 { throw InvalidMessage() }
        } catch {
            throw .parser(path: path, status: -SIGSYS)
        }
        if let failure { throw failure }
        pending = Array(rest)
        return records
    }

    /// Reads the available bytes, or waits for some; none after a signal.
    private func read() throws(ImportError) -> [UInt8] {
        child?.limitProcessorTime(toFurther: Self.processorTime)
        let channel = child?.channel.rawValue ?? -1
        let signal =
            switch signals {
            case .some(let signals): signals.rawValue
            case nil: channel
            }
        let ready = try? Poll.wait([channel, signal].map { ($0, .read) })
        if let ready, ready[0].isEmpty { return [] }
        guard let bytes = try? child?.channel.read(upTo: Self.packetSize), !bytes.isEmpty else {
            throw .parser(path: path, status: end())
        }
        return bytes
    }

    /// Sends the records of a file, in the confined process.
    private static func answer(_ parser: FileParser, _ channel: borrowing FileDescriptor) throws(SystemError) {
        while true {
            let records: ParsedRecords?
            do throws(ImportError) {
                records = try parser.next()
            } catch {
                return try send([ImportMessage(error)], to: channel)
            }
            guard let records else { return try send([ImportMessage(.end)], to: channel) }
            try send(records.messages, to: channel)
        }
    }

    private static func send(_ messages: [ImportMessage], to channel: borrowing FileDescriptor) throws(SystemError) {
        var bytes: [UInt8] = []
        for message in messages { message.append(to: &bytes) }
        for start in stride(from: 0, to: bytes.count, by: packetSize) {
            try channel.writeAll(Array(bytes[start..<min(start + packetSize, bytes.count)]))
        }
    }
}
