// SPDX-License-Identifier: MIT
import EventLoop
import Glibc

/// Looks for the device's own motor among the input devices.
package struct ForceFeedbackDiscovery {
    private let devices: String
    private let classes: String

    /// - Parameters:
    ///   - devices: the folder of the device nodes, `/dev/input`.
    ///   - classes: the folder where the kernel tells what each can do, `/sys/class/input`.
    package init(devices: String, classes: String) {
        self.devices = devices
        self.classes = classes
    }

    /// Opens the first motor.
    ///
    /// - Returns: nil where there is none, or none that this user may open.
    /// - Throws: ``SystemError`` when there is no other than one that refuses to be opened.
    package func open() throws(SystemError) -> (any RumbleDevice)? {
        var refusal: SystemError?
        for path in candidates {
            do throws(SystemError) {
                if let device = try InputDevice(path) { return device }
            } catch {
                // Somebody else's device, or one that was unplugged this moment.
                if ![EACCES, ENOENT, ENODEV, ENXIO].contains(error.code), refusal == nil { refusal = error }
            }
        }
        if let refusal { throw refusal }
        return nil
    }

    /// The nodes that may be a motor, by their number.
    package var candidates: [String] {
        eventNumbers.filter(mayBeMotor).map { "\(devices)/event\($0)" }
    }

    private var eventNumbers: [UInt32] {
        guard let folder = opendir(devices) else { return [] }
        defer { closedir(folder) }
        var numbers: [UInt32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("event"), let number = UInt32(name.dropFirst(5)) { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// Asked before a device is opened, because to close one takes the kernel tens of milliseconds, as many times as there
    /// are devices, and the bar stands still meanwhile. What the kernel does not tell here, the device is asked itself.
    private func mayBeMotor(_ number: UInt32) -> Bool {
        let folder = "\(classes)/event\(number)/device/capabilities"
        guard let effects = CapabilityBits(file: "\(folder)/ff"), let types = CapabilityBits(file: "\(folder)/ev")
        else {
            return true
        }
        return effects[Self.rumble] && !types[Self.keys]
    }

    /// FF_RUMBLE and EV_KEY of `linux/input-event-codes.h`.
    private static let rumble = 0x50
    private static let keys = 0x01
}
