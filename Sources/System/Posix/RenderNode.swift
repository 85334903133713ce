/// The render nodes of GPUs (drm(7)).
public enum RenderNode {
    /// The paths of the accelerated nodes, in order; none on a machine whose processor draws.
    ///
    /// The kernel's description decides, because a node cannot be opened before udev has set its permissions. A node without a
    /// description counts.
    ///
    /// - Parameters:
    ///   - devices: the folder of the nodes.
    ///   - descriptions: the folder of their descriptions (sysfs(5)).
    public static func accelerated(
        devices: String = "/dev/dri", descriptions: String = "/sys/class/drm"
    ) -> [String] {
        FileSystem.names(in: devices).filter { $0.hasPrefix("renderD") && drawsItself("\(descriptions)/\($0)/device") }
            .sorted().map { "\(devices)/\($0)" }
    }

    private static func drawsItself(_ device: String) -> Bool {
        // vgem and vkms are devices without a bus, named after their drivers.
        if ["vgem", "vkms"].contains(FileSystem.resolve(device).map(FileSystem.name(of:))) { return false }
        // A virtual GPU is a part of its device on the bus; older kernels name the part alone.
        let parts = FileSystem.names(in: device).filter { $0.hasPrefix("virtio") }.map { "\(device)/\($0)" }
        let gpu = (parts + [device]).first {
            FileSystem.resolve("\($0)/driver").map(FileSystem.name(of:)) == "virtio_gpu"
        }
        guard let gpu else { return true }
        // The first feature that a virtual GPU and its driver agree on is drawing in three dimensions.
        return (try? FileSystem.read("\(gpu)/features", upTo: 1)) == [UInt8(ascii: "1")]
    }
}
