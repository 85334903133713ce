import Geometry
import Localization
import ShellModel

extension PinPad.Key {
    /// The key as it is written, and its name.
    fileprivate var texts: (mark: String, name: String) {
        switch self {
        case .digit(let digit): (String(digit), String(digit))
        case .erase: ("←", localized("Delete"))
        case .enter: (localized("OK"), localized("OK"))
        case .close: ("×", localized("Close"))
        }
    }
}

extension BarModel {
    /// The scene of the PIN pad on a dimmed or hidden output: a card in the look's colours with large keys.
    public func scene(of pad: PinPad, size: Size, at time: UInt64) -> Scene {
        guard let look else { return .empty }
        let scale = effectiveTextScale
        let ground = ground(.sheet, at: time)
        let isDark = ground.luminance < 0.4
        let ink = isDark ? Color.white : Color(rgb: 0x302E44)
        let red = Color(rgb: isDark ? 0xFF8A80 : 0xB3261E)
        let accent = color(.accent, at: time).readable(on: ground, look.contrast)
        let (margin, gap) = (20.0, 12.0)
        let header = 63 * min(scale, 1.5) + 12
        let widest = (size.width - 32 - 2 * margin - 2 * gap) / 3
        let highest = (size.height - 32 - 2 * margin - header - 3 * gap) / 4
        let side = max(min(72 * scale, widest, highest), 24).rounded()
        let width = 3 * side + 2 * gap + 2 * margin
        let height = header + 4 * side + 3 * gap + 2 * margin
        let card = Rect(
            x: ((size.width - width) / 2).rounded(), y: ((size.height - height) / 2).rounded(), width: width,
            height: height)
        let radius = max(look.sheet.cornerRadius, 12)
        var items: [Scene.Item] = [
            .fill(Rect(size), pad.isOpaque ? self.ground(.page, at: time) : color(.dim, at: time)),
            .roundedShadow(of: card, radius: radius, .init(sigma: 12, offsetY: 6), Color.black.opacity(0.3)),
            .rounded(card, radius: radius, top: ground, bottom: ground),
        ]
        func text(_ string: String, _ points: Double, _ weight: Int, in box: Rect, _ color: Color) {
            let run = TextRun(
                string: string, families: look.title.families, weight: weight, size: points, maximumWidth: box.width)
            items.append(.text(run, in: box, anchor: .center, color))
        }
        let points = min(scale, 1.5)
        let closeSide = 44.0
        let title = Rect(
            x: card.x + closeSide, y: card.y + 12, width: width - 2 * closeSide, height: 20 * points * 1.4)
        text(localized("PIN for \(pad.title)"), 17 * points, 600, in: title, ink)
        let line = Rect(x: card.x + 12, y: title.maxY, width: width - 24, height: 15 * points * 2)
        if let problem = pad.problem {
            text(
                pad.wait > 0 ? localized("Try again in \(pad.wait) s") : problem, 13 * points, 500, in: line,
                red.readable(on: ground, look.contrast))
        } else if pad.digits.isEmpty {
            text(localized("Enter the PIN"), 13 * points, 400, in: line, ink.opacity(0.7))
        } else {
            let step = min(16, line.width / Double(pad.digits.count))
            let dot = 0.625 * step
            let first = line.center.x - Double(pad.digits.count - 1) * step / 2
            for index in 0..<pad.digits.count {
                let x = first + Double(index) * step - dot / 2
                let color = pad.isChecking ? ink.opacity(0.4) : ink
                items.append(.ellipse(Rect(x: x, y: line.center.y - dot / 2, width: dot, height: dot), color))
            }
        }
        var parts: [BarPart] = []
        for (index, key) in PinPad.Key.all.enumerated() {
            let rect =
                key == .close
                ? Rect(x: card.maxX - closeSide, y: card.y, width: closeSide, height: closeSide)
                : Rect(
                    x: card.x + margin + Double(index % PinPad.columns) * (side + gap),
                    y: card.y + margin + header + Double(index / PinPad.columns) * (side + gap), width: side,
                    height: side)
            let isEnter = key == .enter
            let strength = pad.wait > 0 && key != .close ? 0.4 : 1
            let pressed = motion.pressProgress[.pad(key)]?.value(at: time) ?? 0
            if key != .close {
                let fill = isEnter ? accent : ink.opacity(0.08 + 0.14 * pressed)
                items.append(.ellipse(rect, fill.opacity(strength)))
                if isEnter, pressed > 0 { items.append(.ellipse(rect, ground.opacity(0.25 * pressed))) }
            }
            let size = key == .close ? 24 : isEnter ? side * 0.26 : side * 0.38
            text(key.texts.mark, size, 500, in: rect, (isEnter ? ground : ink).opacity(strength))
            if pad.focus == key {
                items.append(.ring(rect.inset(by: -4), radius: rect.width / 2 + 4, width: 3, accent))
            }
            var part = BarPart(.pad(key), in: rect, isRound: true, .button, key.texts.name)
            (part.node.isDisabled, part.node.isFocused) = (strength < 1, pad.focus == key)
            parts.append(part)
        }
        return Scene(items: items, parts: parts)
    }

    /// The PIN pad in words, on a surface of a size.
    public func accessibilityNode(of pad: PinPad, size: Size) -> AccessibilityNode {
        let entered = localized(
            pad.digits.count, one: "1 digit entered", other: "\(pad.digits.count) digits entered")
        var node = AccessibilityNode(
            .dialog, localized("PIN for \(pad.title)"), id: "pad",
            description: pad.problem ?? (pad.digits.isEmpty ? localized("Enter the PIN") : entered),
            children: scene(of: pad, size: size, at: .max).parts.map(\.placedNode))
        node.isModal = true
        return node
    }
}
