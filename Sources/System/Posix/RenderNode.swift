// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The render nodes of GPUs (drm(7)).
public enum RenderNode {
    /// The paths of those that draw by themselves, in order; none on a machine whose processor draws.
    ///
    /// - Parameters:
    ///   - devices: the folder of the nodes.
    ///   - draws: asks a node's driver.
    public static func accelerated(
        devices: String = "/dev/dri", where draws: (String) -> Bool = drawsItself
    ) -> [String] {
        FileSystem.names(in: devices).filter { $0.hasPrefix("renderD") }.sorted().map { "\(devices)/\($0)" }.filter(
            draws)
    }

    /// Returns false if the processor draws for a node. One whose driver does not answer is believed.
    public static func drawsItself(_ path: String) -> Bool {
        guard let device = try? FileDescriptor(opening: path, O_RDWR) else { return true }
        switch driver(of: device) {
        case "vgem", "vkms": return false
        case "virtio_gpu": return clinux_virtio_gpu_draws(device.rawValue) != 0
        default: return true
        }
    }

    private static func driver(of device: borrowing FileDescriptor) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { name in
            guard let start = name.baseAddress, clinux_drm_driver(device.rawValue, start, name.count) == 0 else {
                return nil
            }
            return String(cString: start)
        }
    }
}
