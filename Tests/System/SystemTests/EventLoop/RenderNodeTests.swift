import Glibc
import Posix
import TestSupport
import Testing

@Suite struct RenderNodeTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private var accelerated: [String] {
        RenderNode.accelerated(devices: folder.appending("dri"), descriptions: folder.appending("drm"))
            .map(FileSystem.name(of:))
    }

    private func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
        try FileSystem.makeDirectories(above: folder.appending(name))
        try folder.write(text, to: name, mode: mode)
    }

    /// Adds a node that only root may open.
    ///
    /// - Parameters:
    ///   - device: the name of its device.
    ///   - part: the path of the part of the device that draws.
    ///   - driver: the name of the driver of that; nil for a device without one.
    ///   - features: a virtio device's.
    private func add(
        _ node: String, device: String, part: String = "", driver: String?, features: String? = nil
    ) throws {
        try write("", to: "dri/\(node)", mode: 0)
        let path = "devices/\(device)\(part)"
        try write(features ?? "", to: "\(path)/\(features == nil ? "uevent" : "features")")
        if let driver {
            try write("", to: "drivers/\(driver)/bind")
            try FileSystem.makeLink(folder.appending("\(path)/driver"), to: folder.appending("drivers/\(driver)"))
        }
        try write("", to: "drm/\(node)/dev")
        try FileSystem.makeLink(folder.appending("drm/\(node)/device"), to: folder.appending("devices/\(device)"))
    }

    @Test func nodesOfGPUsCount() throws {
        #expect(accelerated.isEmpty)
        for name in ["card0", "renderD129", "renderD128", "by-path"] { try write("", to: "dri/\(name)") }
        #expect(accelerated == ["renderD128", "renderD129"])
    }

    /// udev may set the permissions of a node long after the session has started.
    @Test func nodesThatCannotBeOpenedAreJudgedByTheirDriver() throws {
        try add("renderD128", device: "0000:00:02.0", driver: "i915")
        try add("renderD129", device: "virtio0", driver: "virtio_gpu", features: "0100110000000000\n")
        try add("renderD130", device: "vgem", driver: nil)
        try add("renderD131", device: "vkms", driver: "faux_driver")
        try add("renderD132", device: "virtio1", driver: "virtio_gpu", features: "1100110000000000\n")
        try add("renderD133", device: "0000:00:03.0", part: "/virtio2", driver: "virtio_gpu", features: "0100\n")
        try add("renderD134", device: "0000:00:04.0", part: "/virtio3", driver: "virtio_gpu", features: "1100\n")
        #expect(accelerated == ["renderD128", "renderD132", "renderD134"])
    }
}
