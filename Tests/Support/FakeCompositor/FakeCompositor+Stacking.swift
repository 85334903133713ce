// SPDX-License-Identifier: MIT

extension FakeCompositor {
    /// The live layer surfaces with a buffer, from the lowest to the highest.
    public var stacked: [FakeSurface] {
        let shown = stack.filter { $0.isAlive && $0.current != nil }
        return (0..<4).flatMap { layer in shown.filter { $0.arranged?.layer == layer } }
    }

    /// Puts a surface at the end of the stack at which surfaces enter.
    func stack(_ surface: FakeSurface) {
        stack.removeAll { $0 === surface || !$0.isAlive }
        if stacksNewestAbove { stack.append(surface) } else { stack.insert(surface, at: 0) }
    }

    /// True if a surface's frame callbacks are not answered.
    public func isSkipped(_ surface: FakeSurface) -> Bool {
        guard skipsCoveredSurfaces, let index = stacked.firstIndex(where: { $0 === surface }) else { return false }
        return stacked[(index + 1)...].contains { $0.covers(surface) }
    }
}

extension FakeSurface {
    /// True if the surface is opaque all over another one, which is anchored as it is.
    fileprivate func covers(_ other: FakeSurface) -> Bool {
        guard let told, let size = other.told, layer?.output === other.layer?.output,
            layer?.anchor == other.layer?.anchor
        else { return false }
        return commits.last?.opaqueRegion.contains {
            $0.x <= 0 && $0.y <= 0 && $0.width >= max(told.width, size.width)
                && $0.height >= max(told.height, size.height)
        } == true
    }
}
