import Glibc
import Posix

/// The search for the device's own motor among the input devices.
package struct ForceFeedbackDiscovery {
    private let devices: String
    private let classes: String

    /// - Parameter classes: the directory of the devices' capabilities (sysfs).
    package init(devices: String = "/dev/input", classes: String = "/sys/class/input") {
        self.devices = devices
        self.classes = classes
    }

    /// Opens the first motor; nil without a motor, or without one that this user may open.
    package func open() throws(SystemError) -> (any RumbleDevice)? {
        var failure: SystemError?
        for path in candidates {
            do throws(SystemError) {
                if let device = try MotorDevice(path) { return device }
            } catch {
                // Another user's device, or one that has just been unplugged.
                if ![EACCES, ENOENT, ENODEV, ENXIO].contains(error.code), failure == nil { failure = error }
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// The nodes that may be a motor, in the order of their numbers.
    package var candidates: [String] {
        FileSystem.names(in: devices).filter { $0.hasPrefix("event") }.compactMap { UInt32($0.dropFirst(5)) }.sorted()
            .filter(mayBeMotor).map { "\(devices)/event\($0)" }
    }

    /// True unless sysfs excludes a motor. Checked before opening: closing a device takes tens of ms, and the bar stands still.
    private func mayBeMotor(_ number: UInt32) -> Bool {
        let directory = "\(classes)/event\(number)/device/capabilities"
        guard let effects = CapabilityBits(file: "\(directory)/ff"), let types = CapabilityBits(file: "\(directory)/ev")
        else {
            return true
        }
        return effects[Self.rumble] && !types[Self.keys]
    }

    /// `FF_RUMBLE` and `EV_KEY` of `linux/input-event-codes.h`.
    private static let rumble = 0x50
    private static let keys = 0x01
}

/// A bit set as sysfs writes the capabilities of an input device: hexadecimal words, the highest first.
package struct CapabilityBits: Equatable, Sendable {
    private var words: [UInt]

    package init?(_ text: some StringProtocol) {
        words = []
        for word in text.split(whereSeparator: \.isWhitespace).reversed() {
            guard let value = UInt(word, radix: 16) else { return nil }
            words.append(value)
        }
    }

    init?(file path: String) {
        // The largest set, of keys, has 768 bits.
        guard let bytes = try? FileSystem.read(path, upTo: 1024), !bytes.isEmpty else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    package subscript(bit: Int) -> Bool {
        let (word, shift) = bit.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return words.indices.contains(word) && words[word] >> UInt(shift) & 1 == 1
    }
}
