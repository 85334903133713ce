// SPDX-License-Identifier: MIT
import TabModel

extension Look {
    var json: JSON {
        [
            "name": .string(name), "bar": bar.json, "shadow": shadow.json, "light": light.json, "dark": dark.json,
            "selection": selection.json,
        ]
    }

    init(_ reader: Reader) throws(MessageError) {
        self.init(
            name: try reader.string("name"),
            bar: try BarGeometry(try reader.member("bar")),
            shadow: try BarShadow(try reader.member("shadow")),
            light: try Palette(try reader.member("light")),
            dark: try Palette(try reader.member("dark")),
            selection: try Transition(try reader.member("selection")))
    }
}

extension BarGeometry {
    var json: JSON {
        [
            "height": .number(height), "target": .number(target), "minimum_target": .number(minimumTarget),
            "target_top": .number(targetTop), "spacing": .number(spacing), "margin": .number(margin),
            "icon": .number(icon), "selected_icon_top": .number(selectedIconTop),
            "unselected_icon_top": .number(unselectedIconTop), "unselected_opacity": .number(unselectedOpacity),
            "indicator_width": .number(indicatorWidth), "indicator_height": .number(indicatorHeight),
            "indicator_top": .number(indicatorTop),
        ]
    }

    init(_ reader: Reader) throws(MessageError) {
        self.init(
            height: try reader.length("height"), target: try reader.length("target"),
            minimumTarget: try reader.length("minimum_target"), targetTop: try reader.length("target_top"),
            spacing: try reader.length("spacing"), margin: try reader.length("margin"),
            icon: try reader.length("icon"), selectedIconTop: try reader.length("selected_icon_top"),
            unselectedIconTop: try reader.length("unselected_icon_top"),
            unselectedOpacity: try reader.number("unselected_opacity", in: 0...1),
            indicatorWidth: try reader.length("indicator_width"),
            indicatorHeight: try reader.length("indicator_height"),
            indicatorTop: try reader.length("indicator_top"))
    }
}

extension BarShadow {
    var json: JSON {
        ["opacity": .number(opacity), "sigma": .number(sigma), "offset_y": .number(offsetY)]
    }

    init(_ reader: Reader) throws(MessageError) {
        self.init(
            opacity: try reader.number("opacity", in: 0...1), sigma: try reader.length("sigma"),
            offsetY: try reader.length("offset_y"))
    }
}

extension Palette {
    /// Colours are `#RRGGBB`.
    var json: JSON {
        [
            "background": Self.text(background), "icon": Self.text(icon), "indicator": Self.text(indicator),
            "page": Self.text(page),
        ]
    }

    init(_ reader: Reader) throws(MessageError) {
        self.init(
            background: try Self.colour(reader, "background"), icon: try Self.colour(reader, "icon"),
            indicator: try Self.colour(reader, "indicator"), page: try Self.colour(reader, "page"))
    }

    private static func text(_ colour: UInt32) -> JSON {
        let digits = String(colour & 0xFFFFFF, radix: 16, uppercase: true)
        return .string("#" + String(repeating: "0", count: 6 - digits.count) + digits)
    }

    private static func colour(_ reader: Reader, _ name: String) throws(MessageError) -> UInt32 {
        let text = try reader.string(name)
        guard text.utf8.count == 7, text.first == "#", let value = UInt32(text.dropFirst(), radix: 16) else {
            throw MessageError(message: "\(reader.path)\(name) is \"\(text)\", expected a colour like \"#302E44\"")
        }
        return value
    }
}
