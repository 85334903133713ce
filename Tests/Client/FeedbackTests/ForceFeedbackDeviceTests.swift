import EventLoop
import Feedback
import Glibc
import Posix
import class TestSupport.TemporaryDirectory
import Testing

@Suite final class ForceFeedbackDeviceTests {
    private final class FakeDevice: RumbleDevice {
        var log: [String] = []
        var failure: Int32 = 0
        private var effects: Int32 = 0

        func upload(_ rumble: Rumble) throws(SystemError) -> Int32 {
            try fail()
            effects += 1
            log.append("upload \(rumble.magnitude) \(rumble.length)")
            return effects
        }

        func play(_ effect: Int32) throws(SystemError) {
            try fail()
            log.append("play \(effect)")
        }

        func remove(_ effect: Int32) throws(SystemError) {
            log.append("remove \(effect)")
        }

        private func fail() throws(SystemError) {
            if failure != 0 { throw SystemError(code: failure, operation: "device") }
        }
    }

    private var device: FakeDevice? = FakeDevice()
    private var refusal: Int32 = 0
    private var searches = 0
    private var reports: [String] = []
    private var now: UInt64 = 5

    private lazy var motor = makeMotor()

    private func makeMotor() -> ForceFeedbackDevice {
        ForceFeedbackDevice(
            open: { [unowned self] () throws(SystemError) in
                searches += 1
                if refusal != 0 { throw SystemError(code: refusal, operation: "opening") }
                return device
            }, clock: { [unowned self] in now }, report: { [unowned self] in reports.append($0) })
    }

    @Test func uploadedEffectIsReused() {
        var motor: ForceFeedbackDevice? = makeMotor()
        #expect(searches == 0)
        for _ in 0..<3 { motor?.pulse(strength: 0.2, duration: 0.007) }
        motor?.pulse(strength: 1, duration: 0.007)
        motor?.pulse(strength: 1, duration: 0.02)
        motor = nil
        #expect(
            device?.log == [
                "upload 13107 7", "play 1", "play 1", "play 1", "remove 1", "upload 65535 7", "play 2", "remove 2",
                "upload 65535 20", "play 3", "remove 3",
            ])
        #expect(searches == 1)
        #expect(reports.isEmpty)
    }

    @Test func emptyPulseOpensNoDevice() {
        motor.pulse(strength: 0, duration: 0.007)
        motor.pulse(strength: 0.2, duration: 0)
        motor.pulse(strength: .nan, duration: 1)
        motor.release()
        #expect(searches == 0)
    }

    @Test func missingMotorIsSearchedAtIntervals() {
        let found = device
        device = nil
        for _ in 0..<100 {
            motor.pulse(strength: 0.2, duration: 0.007)
            now += 200_000_000
        }
        #expect(searches == 2)
        device = found
        now += 10_000_000_000
        motor.pulse(strength: 0.2, duration: 0.007)
        #expect(searches == 3)
        #expect(found?.log == ["upload 13107 7", "play 1"])
        #expect(reports.isEmpty)
    }

    @Test func unpluggedDeviceIsSearchedAtNextPulse() {
        motor.pulse(strength: 0.2, duration: 0.007)
        device?.failure = ENODEV
        motor.pulse(strength: 0.2, duration: 0.007)
        #expect(searches == 1)
        device = FakeDevice()
        motor.pulse(strength: 0.2, duration: 0.007)
        #expect(searches == 2)
        #expect(device?.log == ["upload 13107 7", "play 1"])
        #expect(reports.isEmpty)
    }

    @Test func failureIsReportedOnce() {
        refusal = EBUSY
        for _ in 0..<10 {
            motor.pulse(strength: 0.2, duration: 0.007)
            now += 4_000_000_000
        }
        #expect(searches == 4)
        refusal = 0
        device?.failure = ENOSPC
        now += 10_000_000_000
        motor.pulse(strength: 0.2, duration: 0.007)
        #expect(reports == ["no haptics: opening: Device or resource busy"])
    }

    /// As when another user's session comes to the front and goes again.
    @Test func revokedAccessIsRegained() {
        motor.pulse(strength: 0.2, duration: 0.007)
        for failure in [ENODEV, EACCES] {
            device?.failure = failure
            motor.pulse(strength: 0.2, duration: 0.007)
        }
        refusal = EACCES
        for _ in 0..<10 {
            now += 1_000_000_000
            motor.pulse(strength: 0.2, duration: 0.007)
        }
        refusal = 0
        device?.failure = 0
        let before = device?.log.count
        now += 10_000_000_000
        motor.pulse(strength: 0.2, duration: 0.007)
        #expect(device?.log.count == (before ?? 0) + 2)
        #expect(reports.isEmpty)
    }

    @Test func releasedDeviceIsReopened() {
        motor.pulse(strength: 0.2, duration: 0.007)
        motor.release()
        motor.pulse(strength: 0.2, duration: 0.007)
        #expect(device?.log == ["upload 13107 7", "play 1", "remove 1", "upload 13107 7", "play 2"])
        #expect(searches == 2)
    }

    @Test(
        arguments: [
            (0.2, 0.007, [13107, 7]), (1, 0.5, [65535, 500]), (7, 1e9, [65535, 32767]), (1e-9, 1e-9, [1, 1]),
            (.infinity, .infinity, [65535, 32767]),
            // It cannot be felt.
            (0, 1, nil), (1, 0, nil), (-1, 1, nil), (1, -1, nil), (.nan, 1, nil), (1, .nan, nil),
        ] as [(Double, Double, [UInt16]?)])
    func aPulseIsInTheKernelsBounds(_ strength: Double, _ duration: Double, _ rumble: [UInt16]?) {
        #expect(Rumble(strength: strength, duration: duration).map { [$0.magnitude, $0.length] } == rumble)
    }
}

/// Devices that are not motors are skipped.
@Suite struct ForceFeedbackDiscoveryTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Writes the capabilities of a device into a directory like `/sys/class/input`.
    private func describe(_ number: Int, effects: String, types: String) throws {
        var folder = "event\(number)"
        for part in ["", "/device", "/capabilities"] {
            folder += part
            _ = try directory.makeDirectory(folder)
        }
        try directory.write(effects, to: "\(folder)/ff")
        try directory.write(types, to: "\(folder)/ev")
    }

    @Test func missingDirectoryMeansNoMotor() throws {
        let search = ForceFeedbackDiscovery(devices: "/nonexistent", classes: "/nonexistent")
        #expect(search.candidates.isEmpty)
        #expect(try search.open() == nil)
        ForceFeedbackDevice(devices: "/nonexistent", classes: "/nonexistent").pulse(strength: 1, duration: 0.01)
    }

    @Test func regularFileIsNoMotor() throws {
        for name in ["event0", "event12", "event3", "eventual", "event-1", "event4294967296", "mouse0", "event"] {
            try directory.write("x", to: name)
        }
        _ = try directory.makeDirectory("event7")
        let search = ForceFeedbackDiscovery(devices: directory.path, classes: "/nonexistent")
        #expect(search.candidates == [0, 3, 7, 12].map { "\(directory.path)/event\($0)" })
        // A directory cannot be opened for writing, which is not a matter of permission.
        let error = #expect(throws: SystemError.self) { _ = try search.open() }
        #expect(error?.code == EISDIR)
        rmdir("\(directory.path)/event7")
        #expect(try search.open() == nil)
        ForceFeedbackDevice(devices: directory.path, classes: "/nonexistent").pulse(strength: 1, duration: 0.01)
    }

    @Test func deviceWithoutRumbleCapabilityIsNotOpened() throws {
        let nodes = try directory.makeDirectory("nodes")
        // A keyboard, a motor, a game controller, one without a description in the kernel, and a broken text.
        try describe(0, effects: "0\n", types: "120013\n")
        try describe(1, effects: "107030000 0\n", types: "200001\n")
        try describe(2, effects: "107030000 0\n", types: "20000b\n")
        try describe(4, effects: "?\n", types: "200001\n")
        for number in 0..<5 { try directory.write("", to: "nodes/event\(number)") }
        let search = ForceFeedbackDiscovery(devices: nodes, classes: directory.path)
        #expect(search.candidates == [1, 3, 4].map { "\(nodes)/event\($0)" })
    }

    @Test func capabilityWordsAreReadFromTheLast() throws {
        let bits = try #require(CapabilityBits("1 0 8000000000000002\n"))
        #expect((0..<256).filter { bits[$0] } == [1, 63, 128])
        #expect(CapabilityBits("")?[0] == false)
        #expect(CapabilityBits("0x1") == nil)
        #expect(CapabilityBits("10000000000000000") == nil)
    }
}
