import Posix
import ShellModel
import ShellConfig
import TabshellIPC

/// A fact from outside, which ``DaemonCore`` turns into effects.
enum Event {
    case start([RunningProgram])
    case request(Request, Requester)
    /// A program registers. The ancestors of its process begin with the process itself.
    indirect case registration(Registration, ancestors: [Int32], Requester)
    /// The panel answers a question for the windows of no tab, with the ancestors of their processes; nil if none are listed.
    indirect case windows(UInt64, [ForeignWindow]?, ancestors: [Int32: [Int32]], Requester)
    /// A client gives a PIN at a time of the wall clock, s since 1970.
    case unlock(String, forClient: Bool, wallClock: Int64, Requester)
    /// All earlier replies to the sender of a request have been sent.
    case turn(Requester)
    case connected(ClientID)
    case disconnected(ClientID, pid: Int32)

    indirect case configurationRead(Result<ConfigurationReading, ConfigurationErrors>)
    case filesChanged
    case looksRead([String])
    case tabsWritten(SystemError?)

    indirect case started(StartID, Result<Int32, ProcessStartError>)
    /// A process has ended, with its exit code or -signal and the last line of its standard error.
    case exited(Int32, code: Int32?, lastLine: String?)
    /// A process cannot be watched: it ended before.
    case unwatched(Int32)
    case inspected(Program, ProcessCondition)
    /// The last process that an ended program had left behind has ended.
    case orphansEnded
    case compositorProbed(Program, isReachable: Bool)
    case compositorAppeared
    case network(isPresent: Bool)
    case numberChecked(NumberVerdict)

    /// The time of an armed deadline has come, or may have.
    case deadline
    /// The wall clock in seconds since 1970; it was set, or an awaited time has come.
    case wallClock(Int64, LocalZone)
    case reload
    case stop
    /// All events of a wake-up have been handled.
    case idle
}

/// The number of a connection.
struct ClientID: Hashable, Sendable {
    var rawValue: UInt64
}

/// The sender of a request, and the place of the reply among those to its other requests.
struct Requester: Equatable, Sendable {
    var client: ClientID
    var id: RequestID?
    var serial: UInt64
}

struct Registration: Equatable, Sendable {
    var program: Program
    var answersPings = false
    var describes = false
    var blurs = false
}

/// A running program of the shell: a line of the record for the daemon after a crash.
struct RunningProgram: Equatable, Sendable {
    var program: Program
    var pid: Int32
    var isManaged: Bool
    /// Its configured arguments; null without any, nil if unknown.
    var arguments: JSON?
    /// The name of the instance, by which the processes that it leaves behind are known.
    var instance: String?
}

struct ProcessCondition: Equatable, Sendable {
    /// True if a signal or a debugger has stopped it.
    var isStopped = false
    /// The time that it has waited for a processor so far, ns.
    var waited: UInt64 = 0
}

/// The result of checking a PIN.
enum NumberVerdict: Equatable, Sendable {
    case right, wrong, unchecked
}

struct LocalZone: Sendable {
    /// The offset at a time in seconds since 1970, s east of UTC.
    var offset: @Sendable (Int64) -> Int64
}
