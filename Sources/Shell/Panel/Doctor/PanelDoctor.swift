// SPDX-License-Identifier: MIT
import CommandLineKit
import Feedback
import Glibc
import Localization
import Posix
import ScreenClient
import SurfaceKit
import TabshellIPC

/// The checks of `tabctl doctor` for which the libraries of the panel are needed. Each is written at once, those that
/// may wait for another program last: the following ones are then missing.
enum PanelDoctor {
    static let option = CommandSpec.Option(
        "doctor", "Print what the panel finds in the session as lines of JSON, and exit; for tabctl doctor.")

    static func run(_ options: ShellOptions) {
        write(motor.check)
        write(speech.check)
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
        [Check("compositor", .ok, localized("answers, with \(offered.count) interfaces"))]
            + WaylandInterface.all.map { $0.check(offered: offered[$0.name], inWindows: inWindows) }
    }

    static func missingCompositor(reason: String) -> Check {
        Check(
            "compositor", .failed, reason,
            advice: localized(
                "Run this in a terminal of a Wayland session, or start one on a console: tabshell-session"))
    }

    static func write(_ check: Check) { StandardOutput.write(check.json.encodedLine) }

    static var motor: DeviceFinding {
        var locked: [String] = []
        for path in ForceFeedbackDiscovery(devices: "/dev/input", classes: "/sys/class/input").candidates {
            do throws(SystemError) {
                if try MotorDevice(path) != nil { return .motor(path) }
            } catch {
                if error.code == EACCES { locked.append(path) }
            }
        }
        guard let first = locked.first else { return .noMotor }
        return .lockedMotors(locked, group: (try? FileSystem.status(of: first)).flatMap { groupName($0.group) })
    }

    /// The name of a group by group(5); nil for one that is not in the file, such as one of a directory service.
    private static func groupName(_ group: UInt32) -> String? {
        let bytes = (try? FileSystem.read("/etc/group", maximumSize: 1 << 20)) ?? []
        let entries = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        return entries.first { $0.count > 2 && $0[2] == "\(group)" }.map { String($0[0]) }
    }

    private static var speech: DeviceFinding {
        guard let address = SpeechDispatcherClient.address(environmentVariable) else {
            return .noSpeech(reason: localized("no address of speech-dispatcher"))
        }
        do throws(SystemError) {
            _ = try UnixSocket.connect(to: address)
            return .speech(address)
        } catch {
            return .noSpeech(reason: localized("no speech-dispatcher: \(error)"))
        }
    }
}
