package import Cairo
internal import CPango
package import Geometry
internal import Glibc

/// Owned, laid-out text (`PangoLayout`). Lengths are logical pixels; offsets are bytes of UTF-8.
///
/// Hinting and rounding are off: text has the same shape and width at every scale. So Pango lays out every text in one size,
/// and cairo scales it. Otherwise each size on a page would need its own font search, in up to two threads.
package struct PangoTextLayout: ~Copyable {
    package enum Alignment {
        case left, center, right
    }

    /// A font by its families, separated by commas; the first installed one counts.
    package struct Font {
        package var families: String
        package var size: Double
        package var weight: Int

        package init(families: String, size: Double, weight: Int) {
            (self.families, self.size, self.weight) = (families, size, weight)
        }
    }

    /// The size of Pango's fonts, which no text on a screen has: cairo mistakes a font for the previous one, if unscaled.
    private static let pangoSize = 32.001

    private let layout: OpaquePointer
    /// Pango's units per logical pixel.
    private let unit: Double

    package init(font: Font) {
        unit = Double(PANGO_SCALE) * Self.pangoSize / Self.limited(font.size, to: 0.01...10_000)
        let context = pango_font_map_create_context(pango_cairo_font_map_get_default())
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        layout = pango_layout_new(context)
        g_object_unref(UnsafeMutableRawPointer(context))
        let description = Self.description(of: font)
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Sets the text. An attribute without a range applies to all of it.
    package func setText(_ text: String, attributes: [(Attribute, Range<Int>?)] = []) {
        let list = pango_attr_list_new()
        // No glyph that is not in the text, where a word is longer than a line.
        insert(.noHyphens, nil, into: list)
        for (attribute, range) in attributes { insert(attribute, range, into: list) }
        pango_layout_set_attributes(layout, list)
        pango_attr_list_unref(list)
        pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
    }

    /// The family of the nearest installed font; nil without any font.
    package static func installedFamily(of font: Font) -> String? {
        let context = pango_font_map_create_context(pango_cairo_font_map_get_default())
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        let wanted = description(of: font)
        defer { pango_font_description_free(wanted) }
        guard let found = pango_context_load_font(context, wanted) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(found)) }
        let description = pango_font_describe(found)
        defer { pango_font_description_free(description) }
        return pango_font_description_get_family(description).map { String(cString: $0) }
    }

    /// Starts to look for fonts, in a thread of Pango's. The first text waits for its end.
    package static func findFonts() { _ = pango_cairo_font_map_get_default() }

    private static func description(of font: Font) -> OpaquePointer? {
        let description = pango_font_description_new()
        pango_font_description_set_family(description, font.families)
        pango_font_description_set_absolute_size(description, pangoSize * Double(PANGO_SCALE))
        pango_font_description_set_weight(description, weight(font.weight))
        return description
    }

    package enum Attribute {
        case weight(Int)
        case italic
        case strikethrough
        case underline
        /// Separated by commas.
        case families(String)
        case size(Double)
        case foreground(Color)
        case background(Color)
        case letterSpacing(Double)
        /// OpenType features as in CSS.
        case fontFeatures(String)
        case noHyphens
    }

    private func insert(_ attribute: Attribute, _ range: Range<Int>?, into list: OpaquePointer?) {
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
            guard let attribute else { return }
            if let range {
                attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
                attribute.pointee.end_index = UInt32(clamping: range.upperBound)
            }
            pango_attr_list_insert(list, attribute)
        }
        switch attribute {
        case .weight(let value): insert(pango_attr_weight_new(Self.weight(value)))
        case .italic: insert(pango_attr_style_new(PANGO_STYLE_ITALIC))
        case .strikethrough: insert(pango_attr_strikethrough_new(1))
        case .underline: insert(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE))
        case .families(let families): insert(pango_attr_family_new(families))
        case .size(let size): insert(pango_attr_size_new_absolute(units(size)))
        case .foreground(let color):
            insert(pango_attr_foreground_new(Self.bits(color.red), Self.bits(color.green), Self.bits(color.blue)))
            insert(pango_attr_foreground_alpha_new(Self.alphaBits(color)))
        case .background(let color):
            insert(pango_attr_background_new(Self.bits(color.red), Self.bits(color.green), Self.bits(color.blue)))
            insert(pango_attr_background_alpha_new(Self.alphaBits(color)))
        case .letterSpacing(let spacing):
            insert(pango_attr_letter_spacing_new(units(spacing)))
        case .fontFeatures(let features): insert(pango_attr_font_features_new(features))
        case .noHyphens: insert(pango_attr_insert_hyphens_new(0))
        }
    }

    package func wrap(at width: Double) {
        pango_layout_set_width(layout, max(units(width), 1))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }

    /// Ends longer text with an ellipsis.
    package func setMaximumLines(_ count: Int) {
        pango_layout_set_height(layout, -Int32(clamping: count))
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }

    /// A factor of the font's own line height.
    package func setLineSpacing(_ factor: Double) { pango_layout_set_line_spacing(layout, Float(factor)) }

    /// Begins each line at the left; without this, at the edge where its script begins.
    package func setLeftToRight() { pango_layout_set_auto_dir(layout, 0) }

    package func setTabStops(_ stops: [Double]) {
        let tabs = pango_tab_array_new(gint(clamping: stops.count), 0)
        for (index, stop) in stops.enumerated() {
            pango_tab_array_set_tab(tabs, gint(clamping: index), PANGO_TAB_LEFT, units(stop))
        }
        pango_layout_set_tabs(layout, tabs)
        pango_tab_array_free(tabs)
    }

    package func setAlignment(_ alignment: Alignment) {
        let value =
            switch alignment {
            case .left: PANGO_ALIGN_LEFT
            case .center: PANGO_ALIGN_CENTER
            case .right: PANGO_ALIGN_RIGHT
            }
        pango_layout_set_alignment(layout, value)
    }

    package var text: String { unsafe pango_layout_get_text(layout).map { unsafe String(cString: $0) } ?? "" }

    /// True if the text is longer than its lines, so that an ellipsis ends it.
    package var isEllipsized: Bool { pango_layout_is_ellipsized(layout) != 0 }

    /// The letters for which Pango draws boxes, because no font has them or it cannot read the file of one.
    package var boxes: Int { Int(pango_layout_get_unknown_glyphs_count(layout)) }

    /// From the top to the first line's baseline.
    package var baseline: Double { Double(pango_layout_get_baseline(layout)) / unit }

    package var logicalExtents: Rect {
        var extents = PangoRectangle()
        pango_layout_get_extents(layout, nil, &extents)
        return rect(extents)
    }

    package var inkExtents: Rect {
        var extents = PangoRectangle()
        pango_layout_get_extents(layout, &extents, nil)
        return rect(extents)
    }

    package struct Line {
        /// The part of the layout's width that it occupies.
        package var x: Double
        package var width: Double
        /// From the top of the text.
        package var y: Double
        package var height: Double
        package var baseline: Double
        /// The bounding box of its glyphs in the layout.
        package var ink: Rect
    }

    package var lines: [Line] {
        var lines: [Line] = []
        forEachLine { line, _ in lines.append(line) }
        return lines
    }

    private func forEachLine(_ body: (Line, UnsafeMutablePointer<PangoLayoutLine>) -> Void) {
        guard let iterator = pango_layout_get_iter(layout) else { return }
        defer { pango_layout_iter_free(iterator) }
        repeat {
            guard let line = pango_layout_iter_get_line_readonly(iterator) else { return }
            var (ink, logical) = (PangoRectangle(), PangoRectangle())
            pango_layout_iter_get_line_extents(iterator, &ink, &logical)
            let extents = rect(logical)
            body(
                Line(
                    x: extents.x, width: extents.width, y: extents.y, height: extents.height,
                    baseline: Double(pango_layout_iter_get_baseline(iterator)) / unit, ink: rect(ink)), line)
        } while pango_layout_iter_next_line(iterator) != 0
    }

    /// The strong cursor before the character at an offset, clamped to the text.
    package func cursorPosition(at offset: Int) -> Rect {
        let length = strlen(pango_layout_get_text(layout))
        var position = PangoRectangle()
        pango_layout_get_cursor_pos(layout, Int32(clamping: min(max(offset, 0), length)), &position, nil)
        return rect(position)
    }

    /// The parts of the first line that a range of the text, bytes, occupies.
    package func horizontalRanges(of range: Range<Int>) -> [Range<Double>] {
        pango_layout_get_line_readonly(layout, 0).map { horizontalRanges(of: range, in: $0) } ?? []
    }

    private func horizontalRanges(
        of range: Range<Int>, in line: UnsafeMutablePointer<PangoLayoutLine>
    ) -> [Range<Double>] {
        var (edges, count) = (UnsafeMutablePointer<Int32>?.none, Int32(0))
        pango_layout_line_get_x_ranges(
            line, Int32(clamping: range.lowerBound), Int32(clamping: range.upperBound), &edges, &count)
        guard let edges else { return [] }
        defer { g_free(edges) }
        let ranges = (0..<Int(count)).map { index in
            let (start, end) = (Double(edges[2 * index]) / unit, Double(edges[2 * index + 1]) / unit)
            return min(start, end)..<max(start, end)
        }
        // Pango has one for each run, even for adjacent runs.
        return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound + 0.01 {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    /// The parts of the layout that a range of the text, bytes, occupies: one or more on each of its lines.
    package func rectangles(of range: Range<Int>) -> [Rect] {
        var rectangles: [Rect] = []
        forEachLine { line, pointer in
            let start = Int(pointer.pointee.start_index)
            let part = range.clamped(to: start..<start + Int(pointer.pointee.length))
            guard !part.isEmpty else { return }
            rectangles += horizontalRanges(of: part, in: pointer).map {
                Rect(x: $0.lowerBound, y: line.y, width: $0.upperBound - $0.lowerBound, height: line.height)
            }
        }
        return rectangles
    }

    package func offset(at point: Point) -> Int {
        var (index, trailing) = (Int32(0), Int32(0))
        pango_layout_xy_to_index(layout, units(point.x), units(point.y), &index, &trailing)
        guard let text = pango_layout_get_text(layout) else { return 0 }
        var offset = Int(index)
        for _ in 0..<max(trailing, 0) where text[offset] != 0 {
            repeat { offset += 1 } while UInt8(bitPattern: text[offset]) & 0xC0 == 0x80
        }
        return offset
    }

    /// Draws the text in a colour; `point` is its top left corner.
    package func draw(on context: borrowing CairoContext, at point: Point, _ color: Color) {
        context.setSource(color)
        show(on: context, at: point) { pango_cairo_show_layout($0, layout) }
    }

    /// Draws each line of the text in a colour; `place` returns the left end of its baseline.
    package func drawLines(
        on context: borrowing CairoContext, _ color: Color, at place: (Line) -> Point
    ) {
        context.setSource(color)
        forEachLine { line, pangoLine in
            show(on: context, at: place(line)) { pango_cairo_show_layout_line($0, pangoLine) }
        }
    }

    private func show(on context: borrowing CairoContext, at point: Point, by function: (OpaquePointer?) -> Void) {
        let factor = Double(PANGO_SCALE) / unit
        context.save()
        context.translate(x: point.x, y: point.y)
        context.scale(x: factor, y: factor)
        context.move(to: .zero)
        function(context.pointer)
        context.restore()
        context.newPath()
    }

    /// The nearest value in a range; its lower bound for NaN.
    private static func limited(_ value: Double, to range: ClosedRange<Double>) -> Double {
        value > range.lowerBound ? min(value, range.upperBound) : range.lowerBound
    }

    private func rect(_ value: PangoRectangle) -> Rect {
        Rect(
            x: Double(value.x) / unit, y: Double(value.y) / unit, width: Double(value.width) / unit,
            height: Double(value.height) / unit)
    }

    /// A length that Pango accepts: at most a million of its pixels.
    private func units(_ length: Double) -> Int32 {
        let limit = 1_000_000.0 * Double(PANGO_SCALE)
        return length.isNaN ? 0 : Int32(min(max(length * unit, -limit), limit))
    }
    private static func weight(_ weight: Int) -> PangoWeight {
        PangoWeight(rawValue: UInt32(min(max(weight, 100), 1000)))
    }
    private static func bits(_ component: Double) -> UInt16 { UInt16(limited(component, to: 0...1) * 65_535) }
    /// Never 0: Pango treats that as "not set".
    private static func alphaBits(_ color: Color) -> UInt16 { max(bits(color.alpha), 1) }
}
