// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The render nodes of GPUs (drm(7)).
public enum RenderNode {
    /// Drivers without a GPU.
    private static let virtual = ["vgem", "vkms"]

    /// The paths of those that draw by themselves, in order; none on a machine whose processor draws.
    ///
    /// - Parameters:
    ///   - devices: the folder of the nodes.
    ///   - classes: the folder that leads to their drivers.
    public static func accelerated(
        devices: String = "/dev/dri", classes: String = "/sys/class/drm"
    ) -> [String] {
        FileSystem.names(in: devices).filter { $0.hasPrefix("renderD") }.sorted().compactMap { name in
            let path = "\(devices)/\(name)"
            let driver = FileSystem.resolve("\(classes)/\(name)/device/driver").map { FileSystem.name(of: $0) }
            switch driver {
            case let driver? where virtual.contains(driver): return nil
            case "virtio_gpu":
                guard let device = try? FileDescriptor(opening: path, O_RDWR) else { return nil }
                return clinux_virtio_gpu_draws(device.rawValue) == 0 ? nil : path
            default: return path
            }
        }
    }
}
