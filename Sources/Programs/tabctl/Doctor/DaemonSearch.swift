import CommandLineKit
import Diagnosis
import EventLoop
import Posix
import ShellModel
import SocketClient
import TabshellIPC

/// The user's daemons, and facts about the one that tabctl talks to.
struct DaemonSearch {
    private(set) var checks: [Check] = []
    private(set) var first: DaemonRecord?
    private var others: [DaemonRecord] = []
    private var programs: [ProgramStatus] = []
    /// The font families of the look in force.
    private(set) var families: [String]?

    /// - Parameter timeout: the time limit for all of them, s.
    init(timeout: Double) {
        let paths: (preferred: [String], others: [String])
        do throws(SocketPathError) {
            paths = try Self.paths()
        } catch {
            checks = [Check("daemon", .failed, "\(error)")]
            return
        }
        let deadline = MonotonicClock.now + UInt64(timeout * 1_000_000_000)
        var failures: [Check] = []
        var reasons: [String] = []
        for path in paths.preferred + paths.others {
            do throws(ClientError) {
                let client = try BlockingClient(path: path, deadline: deadline)
                add(Self.record(path, client.hello.pid, client.hello.version), client, deadline: deadline)
            } catch {
                switch error {
                case .cannotConnect(let reason): reasons.append(reason)
                case .versionMismatch(let hello):
                    add(Self.record(path, hello.pid, hello.version), nil, deadline: deadline)
                case .timedOut: failures.append(.silentDaemon(path: path, seconds: Int(timeout.rounded(.up))))
                case .untrustedPeer(_, let user):
                    failures.append(.notTheDaemon(reason: "\(path) is served by user \(user)"))
                default:
                    failures.append(.notTheDaemon(reason: "\(path) is not the socket of a tabshell daemon"))
                }
            }
        }
        if let first {
            checks = [.daemon(first, ownVersion: tabshellVersion)]
            if let socket = try? FileSystem.status(of: first.path),
                let directory = try? FileSystem.status(of: FileSystem.directory(of: first.path))
            {
                checks.append(.socket(first.path, mode: socket.permissions, directoryMode: directory.permissions))
            }
            checks += Check.unusual(programs)
            if !others.isEmpty { checks.append(.others(others, display: first.display)) }
        } else if failures.isEmpty {
            checks = [.noDaemon(reason: reasons.joined(separator: "; "))]
        }
        checks += failures
    }

    /// The arguments of the daemon's process.
    var arguments: [String] { first.map { Self.strings(of: $0.pid, "cmdline") } ?? [] }

    private mutating func add(_ record: DaemonRecord, _ client: BlockingClient?, deadline: UInt64) {
        guard first == nil else { return others.append(record) }
        first = record
        if let json = try? client?.request(.state, deadline: deadline), let state = try? ShellState(json: json) {
            families = state.look?.title.families
            programs = state.programs
        }
    }

    /// The sockets that tabctl tries, in order, and the user's other served ones.
    private static func paths() throws(SocketPathError) -> (preferred: [String], others: [String]) {
        let search = try SocketSearch(environment: environmentVariable)
        let usual = try? SocketSearch { $0 == "TABSHELL_SOCKET" ? nil : environmentVariable($0) }
        let preferred = search.preferred.map(\.path)
        let served = (usual?.preferred ?? []).map(\.path).filter { (try? UnixSocket.connect(to: $0)) != nil }
        return (preferred, (served + (usual?.answering ?? [])).filter { !preferred.contains($0) })
    }

    private static func record(_ path: String, _ pid: Int32, _ version: String) -> DaemonRecord {
        DaemonRecord(path: path, pid: pid, version: version, display: variable("WAYLAND_DISPLAY", of: pid))
    }

    /// A variable in a process's initial environment.
    static func variable(_ name: String, of pid: Int32) -> String? {
        strings(of: pid, "environ").first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// The strings in a file of a process, see proc(5); none for a missing process.
    private static func strings(of pid: Int32, _ file: String) -> [String] {
        let bytes = (try? FileSystem.read("/proc/\(pid)/\(file)", maximumSize: 1 << 21)) ?? []
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
