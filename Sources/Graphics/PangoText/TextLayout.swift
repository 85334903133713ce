// SPDX-License-Identifier: MIT

internal import CPango
internal import Glibc
public import Canvas
public import Geometry

/// A piece of text set in a style: measured once, drawn as often as one likes.
public final class TextLayout {
    private let layout: OpaquePointer
    private let color: Color
    /// Width and height in logical pixels.
    public let size: Size
    /// From the top to the first line's baseline, in logical pixels.
    public let baseline: Double
    /// Where the text's box begins, in logical pixels from the leading edge of the style's width: more than 0 where
    /// lines do not stand at the left of it, as those of a script that is written from the right do not.
    public let left: Double

    /// Sets a text.
    public convenience init(_ text: String, style: TextStyle) {
        self.init([TextSpan(text)], style: style)
    }

    /// Sets a text whose parts differ from its style in places.
    public init(_ spans: [TextSpan], style: TextStyle) {
        let context = pango_font_map_create_context(pango_cairo_font_map_get_default())
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        Self.configure(context)
        layout = pango_layout_new(context)
        color = style.color
        Self.apply(style, spans, to: layout)
        let text = spans.map(\.text).joined()
        pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
        var extents = PangoRectangle()
        pango_layout_get_extents(layout, nil, &extents)
        let unit = Double(PANGO_SCALE)
        left = Double(extents.x) / unit
        size = Size(width: Double(extents.width) / unit, height: Double(extents.height) / unit)
        baseline = Double(pango_layout_get_baseline(layout)) / unit
    }

    /// Where something is drawn, in logical pixels from the point that ``draw(on:at:opacity:)`` is given. Letters may
    /// stand out over ``size`` on every side.
    public var ink: Rect {
        var extents = PangoRectangle()
        pango_layout_get_extents(layout, &extents, nil)
        let unit = Double(PANGO_SCALE)
        return Rect(
            x: Double(extents.x) / unit, y: Double(extents.y) / unit, width: Double(extents.width) / unit,
            height: Double(extents.height) / unit)
    }

    /// Where a caret stands, from the text's top leading corner; it has a height and no width.
    ///
    /// - Parameter bytes: how much of the text is before it, bytes of UTF-8, at the beginning of a character.
    public func caret(at bytes: Int) -> Rect {
        let length = strlen(pango_layout_get_text(layout))
        var place = PangoRectangle()
        pango_layout_get_cursor_pos(layout, Int32(clamping: min(max(bytes, 0), length)), &place, nil)
        let unit = Double(PANGO_SCALE)
        return Rect(
            x: Double(place.x) / unit, y: Double(place.y) / unit, width: 0, height: Double(place.height) / unit)
    }

    /// Where a caret goes that is put at a point, measured from the text's top leading corner.
    ///
    /// - Returns: how much of the text is then before it, bytes of UTF-8.
    public func caretOffset(at point: Point) -> Int {
        func units(_ length: Double) -> Int32 {
            length.isNaN ? 0 : Int32(min(max(length, -1_000_000), 1_000_000) * Double(PANGO_SCALE))
        }
        var (index, trailing) = (Int32(0), Int32(0))
        pango_layout_xy_to_index(layout, units(point.x), units(point.y), &index, &trailing)
        guard let text = pango_layout_get_text(layout) else { return 0 }
        var offset = Int(index)
        for _ in 0..<max(trailing, 0) where text[offset] != 0 {
            repeat { offset += 1 } while UInt8(bitPattern: text[offset]) & 0xC0 == 0x80
        }
        return offset
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Draws the text; `point` is its top leading corner.
    public func draw(on canvas: Canvas, at point: Point, opacity: Double = 1) {
        let cairo = canvas.context
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha * opacity)
        cairo_move_to(cairo, point.x, point.y)
        pango_cairo_show_layout(cairo, layout)
        cairo_new_path(cairo)
    }

    /// Draws the text with its first baseline at `point.y`, and its leading edge, middle or trailing edge at `point.x`.
    public func draw(
        on canvas: Canvas, baseline point: Point, anchor: TextStyle.Alignment = .leading, opacity: Double = 1
    ) {
        let left =
            switch anchor {
            case .leading: point.x
            case .center: point.x - size.width / 2
            case .trailing: point.x - size.width
            }
        draw(on: canvas, at: Point(x: left, y: point.y - baseline), opacity: opacity)
    }

    /// No hinting and no rounding: text has the same shape and width at every scale.
    private static func configure(_ context: OpaquePointer?) {
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
    }

    private static func apply(_ style: TextStyle, _ spans: [TextSpan], to layout: OpaquePointer) {
        let unit = Double(PANGO_SCALE)
        let font = pango_font_description_new()
        pango_font_description_set_family(font, style.families.joined(separator: ","))
        pango_font_description_set_absolute_size(font, min(max(style.size, 0), 10_000) * unit)
        pango_font_description_set_weight(
            font, PangoWeight(rawValue: UInt32(min(max(style.weight.rawValue, 100), 1000))))
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)

        let attributes = pango_attr_list_new()
        if style.tabularFigures {
            pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
        }
        if style.tracking != 0 {
            pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(Int32(style.tracking * unit)))
        }
        var start = 0
        for span in spans {
            let end = start + span.text.utf8.count
            for attribute in span.attributes(in: style) {
                attribute.pointee.start_index = UInt32(clamping: start)
                attribute.pointee.end_index = UInt32(clamping: end)
                pango_attr_list_insert(attributes, attribute)
            }
            start = end
        }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)

        if let width = style.maxWidth {
            pango_layout_set_width(layout, Int32(min(max(width, 1), 1_000_000) * unit))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        }
        if let lines = style.maxLines {
            pango_layout_set_height(layout, -Int32(clamping: lines))
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        }
        if let spacing = style.lineSpacing {
            pango_layout_set_line_spacing(layout, Float(spacing))
        }
        switch style.alignment {
        case .leading: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
        case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        case .trailing: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
        }
    }
}
