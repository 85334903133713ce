import Geometry

extension Scene {
    /// Returns the scene on the other side of a vertical mirror in the middle of a surface. Icons and texts stay as they are.
    func mirrored(in width: Double) -> Scene {
        Scene(
            items: items.map { $0.mirrored(in: width) },
            parts: parts.map { part in
                var part = part
                part.rect = part.rect.mirrored(in: width)
                return part
            })
    }
}

extension Scene.Item {
    fileprivate func mirrored(in width: Double) -> Scene.Item {
        func place(_ rect: Rect) -> Rect { rect.mirrored(in: width) }
        return switch self {
        case .shadow(let rect, let edge, let offset, let sigma, let color):
            .shadow(rect: place(rect), at: edge.mirrored, offset: offset, sigma: sigma, color: color)
        case .roundedShadow(let rect, let radius, let shape, let color):
            .roundedShadow(of: place(rect), radius: radius, shape, color)
        case .fill(let rect, let color): .fill(place(rect), color)
        case .line(let rect, let color): .line(place(rect), color)
        case .rounded(let rect, let radius, let top, let bottom):
            .rounded(place(rect), radius: radius, top: top, bottom: bottom)
        case .ellipse(let rect, let color): .ellipse(place(rect), color)
        case .capsule(let rect, let color): .capsule(place(rect), color)
        case .glow(let rect, let color): .glow(place(rect), color)
        case .ring(let rect, let radius, let line, let color):
            .ring(place(rect), radius: radius, width: line, color)
        case .disc(let rect, let gradient, let opacity): .disc(place(rect), gradient.mirrored, opacity: opacity)
        case .icon(let icon, let rect, let color): .icon(icon, place(rect), color)
        case .text(let run, let box, let anchor, let color): .text(run, in: place(box), anchor: anchor.mirrored, color)
        case .transformed(let item, let transform):
            .transformed(item.mirrored(in: width), transform.mirrored(in: width))
        }
    }
}

extension Scene.Transform {
    /// A rotation keeps its direction, as the rotated item does.
    fileprivate func mirrored(in width: Double) -> Scene.Transform {
        var transform = self
        transform.center.x = width - center.x
        transform.offset.x = -offset.x
        return transform
    }
}

extension Scene.CircleGradient {
    /// A gradient to the opposite corner equals the reverse one with the colours exchanged.
    fileprivate var mirrored: Scene.CircleGradient {
        Scene.CircleGradient(first: last, last: first, isBottomToTop: !isBottomToTop)
    }
}

extension TextAnchor {
    fileprivate var mirrored: TextAnchor {
        switch self {
        case .leading: .trailing
        case .center: .center
        case .trailing: .leading
        }
    }
}
