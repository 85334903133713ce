import CommandLineKit
import Feedback
import Glibc
import Posix
import ScreenClient
import SurfaceKit
import TabshellIPC

/// The checks of `tabctl doctor` that need the panel's libraries. Each is written at once, ones that may wait for others last.
enum PanelDoctor {
    static let option = CommandSpec.Option(
        "doctor", "Print what the panel finds in the session as lines of JSON, and exit; for tabctl doctor.")

    static func run(_ options: ShellOptions) {
        write(motor)
        write(speech)
        let offered: [String: UInt32]
        do {
            offered = try CompositorInterfaces.offered()
        } catch {
            return write(missingCompositor(reason: "\(error)"))
        }
        for check in checks(of: offered, inWindows: options.window) { write(check) }
    }

    /// The checks of a compositor that offers interfaces in some versions.
    static func checks(of offered: [String: UInt32], inWindows: Bool) -> [Check] {
        [Check("compositor", .ok, "answers, with \(offered.count) interfaces")]
            + WaylandInterface.all.map { $0.check(offered: offered[$0.name], inWindows: inWindows) }
    }

    static func missingCompositor(reason: String) -> Check {
        Check(
            "compositor", .failed, reason,
            advice: "Run this in a terminal of a Wayland session, or start one on a console: tabshell-session")
    }

    static func write(_ check: Check) { StandardOutput.write(check.json.encodedLine) }

    /// The check of the motor; its verdict is `ok` for one that can be opened.
    static var motor: Check {
        var locked: [String] = []
        for path in ForceFeedbackDiscovery().candidates {
            do throws(SystemError) {
                if try MotorDevice(path) != nil { return motorCheck(path, locked: [], group: nil) }
            } catch {
                if error.code == EACCES { locked.append(path) }
            }
        }
        let status = locked.first.flatMap { try? FileSystem.status(of: $0) }
        return motorCheck(nil, locked: locked, group: status.flatMap { groupName($0.group) })
    }

    /// - Parameters:
    ///   - path: the motor.
    ///   - locked: the motors that this user may not open, of a group that may.
    static func motorCheck(_ path: String?, locked: [String], group: String?) -> Check {
        if let path { return Check("vibration", .ok, path) }
        if locked.isEmpty { return Check("vibration", .absent, "no motor") }
        return Check(
            "vibration", .warning, "you may not open \(locked.joined(separator: ", "))",
            advice: group.map { "sudo usermod --append --groups \($0) $USER, then log in again" })
    }

    /// The name of a group by group(5); nil for one that is not in the file, such as one of a directory service.
    private static func groupName(_ group: UInt32) -> String? {
        let bytes = (try? FileSystem.read("/etc/group", maximumSize: 1 << 20)) ?? []
        let entries = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        return entries.first { $0.count > 2 && $0[2] == "\(group)" }.map { String($0[0]) }
    }

    private static var speech: Check {
        guard let address = SpeechDispatcherClient.address(environmentVariable) else {
            return Check("speech", .absent, "no address of speech-dispatcher")
        }
        do throws(SystemError) {
            _ = try UnixSocket.connect(to: address)
            return Check("speech", .ok, address)
        } catch {
            return Check("speech", .absent, "no speech-dispatcher: \(error)")
        }
    }
}
