import ShellModel
import ShellConfig
import TabshellIPC

/// A consequence of an event, which ``DaemonHost`` carries out. Large values are indirect, for each effect takes the space of the largest.
enum Effect: Equatable, Sendable {
    // Clients
    /// Reply to a request, once the change with a number is saved.
    case reply(Requester, Result<JSON, WireError>, after: UInt64?)
    /// Keep the place of a reply that comes later. The client's later requests are carried out meanwhile.
    case keepPlace(Requester)
    /// Report ``Event/turn(_:)`` once all earlier replies are sent.
    case awaitTurn(Requester)
    /// Reply with the revision, and send a snapshot. A first client gets each change before the others.
    indirect case subscribe(Requester, [Topic], ShellState, isFirst: Bool)
    indirect case send(ServerMessage, ClientID)
    /// Send a message, and drop it if the client reads too slowly.
    indirect case offer(ServerMessage, ClientID)
    case publish([StateEvent])
    /// Put off the later requests of a client, except for its answers, until ``resume(_:)``.
    case deferRequests(ClientID)
    case resume(ClientID)

    // Files
    /// Save the state, which includes the changes up to a number.
    indirect case save(StateFile, change: UInt64)
    indirect case readConfiguration(ConfigurationRequest)
    case readLooks
    /// Keep a configuration for a start with errors in its files.
    indirect case copyConfiguration(Configuration)
    /// Replace the content of the file of the tabs, if it is still the one that was read.
    case writeTabs(String, over: String)

    // Processes
    indirect case start(ProcessStart)
    /// Watch a process that the client registered, or an earlier daemon started.
    case watch(Int32, Program, peer: ClientID?)
    case unwatch(Int32)
    case terminate(Int32)
    case kill(Int32)
    /// Terminate the processes that an ended instance of a program has left behind.
    case terminateOrphans(String)
    case inspect(Program, Int32)
    case record([RunningProgram])
    case probeCompositor(Program)
    /// Report when there is a compositor.
    case awaitCompositor
    case followNetwork(Bool)
    case checkNumber(String, hash: String)

    // Time
    /// Report the passing of the next deadline; nil for never.
    case arm(UInt64?)
    /// Report the wall clock when it is set, and at a time in seconds since 1970; nil for never.
    case armWallClock(Int64?)
    case readWallClock

    // The daemon itself
    case notify(ServiceState)
    case log(String, isWarning: Bool)
    /// Kill all processes that do not end by themselves.
    case killAll
    /// Log the processes that SIGKILL has not ended.
    case abandon([Int32])
    /// End, once the state is on the disk.
    case finish
}

/// The state of the service (sd_notify(3)).
enum ServiceState: Equatable, Sendable {
    case ready, reloading, stopping
}

/// The identity of a start, unique among starts of its kind of program.
enum StartID: Hashable, Sendable {
    case program(Int)
    case action(Int)
    /// A program of `[[on]]`.
    case hook(Int)
}

/// The start of a program, which ends with ``Event/started(_:_:)``.
struct ProcessStart: Equatable, Sendable {
    var id: StartID
    var arguments: [String]
    /// A program and its arguments that starts it in its own place; empty for none.
    var launcher: [String] = []
    /// The working directory: absolute, or below `~/`; nil for the daemon's.
    var directory: String?
    /// The changes of the environment; nil removes a variable.
    var environment: [String: String?]
    /// True if signals reach its children, too.
    var leadsGroup = true
    /// True to end it if its exit cannot be watched.
    var endsUnwatched = true
    /// The program of the shell whose exits ``Event/exited(_:code:lastLine:)`` reports with its last line.
    var program: Program?
    /// The name that lines of its standard error have in the log, at a limited rate; nil for the daemon's standard error.
    var errorName: String?
    /// True if others have the processors first.
    var runsInBatch = false

    /// Keeps it from the shell: see ``Confinement``.
    mutating func confine(_ name: String, beside socket: String) {
        environment.merge(Confinement.environment) { $1 }
        launcher = Confinement.launcher(name, beside: socket)
    }
}
