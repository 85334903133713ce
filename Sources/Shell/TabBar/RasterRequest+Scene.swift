import RasterProtocol

extension RasterRequest {
    /// A square icon with a side in buffer pixels.
    public static func icon(_ icon: IconReference, side: Int) -> RasterRequest {
        let style: IconRequestStyle =
            switch icon.rendering {
            case .mask: .mask
            case .color: .color
            case nil: .automatic
            }
        return .icon(width: side, height: side, source: icon.name, style)
    }
}

extension TextMaskKey {
    /// - Parameter scale: buffer pixels per logical pixel.
    public init(_ run: TextRun, scale: Double) {
        self.init(
            run.string, families: run.families.joined(separator: ","), weight: run.weight, size: run.size * scale,
            maximumWidth: run.maximumWidth.map { $0 * scale })
    }
}

/// The masks that a scene needs, without duplicates.
extension [RasterRequest] {
    mutating func add(_ request: RasterRequest) {
        if !contains(request) { append(request) }
    }

    mutating func add(_ run: TextRun, scale: Double) {
        guard !run.string.isEmpty else { return }
        let key = TextMaskKey(run, scale: scale)
        add(.text(key))
        if !key.families.isEmpty { add(.font(families: key.families)) }
    }
}
