import Geometry
import IconSource
import Testing

@Suite struct IconSourceTests {
    @Test func layersMakeAnOutlineAndAFilledPicture() throws {
        let source = try IconSource(
            name: "box",
            text: """
                # A box.
                shape line M1 2H3

                outline disc 8 8 1
                cutout area M5 6H7
                overlay line width=1.5 M8 9H10
                """)
        #expect(source.summary == "A box.")
        #expect(source.pictures.map(\.name) == ["box", "box.fill"])
        let (outline, filled) = (source.pictures[0], source.pictures[1])
        #expect(outline.parts.map(\.isFilled) == [false, true] && outline.parts.map(\.lineWidth) == [1.75, nil])
        #expect(outline.cutouts.isEmpty && outline.overlay.isEmpty)
        #expect(filled.parts.map(\.isFilled) == [true] && filled.parts.map(\.lineWidth) == [1.75])
        #expect(filled.cutouts.map(\.lineWidth) == [nil] && filled.overlay.map(\.lineWidth) == [1.5])
        #expect(outline.parts[0].path == [.move(Point(x: 1, y: 2)), .line(Point(x: 3, y: 2))])
    }

    @Test func iconWithoutAFilledLayerHasOnePicture() throws {
        #expect(try IconSource(name: "plus", text: "outline line M1 2H3").pictures.map(\.name) == ["plus"])
    }

    @Test(arguments: [
        ("", "a.icon: the icon is empty"),
        ("overlay line M1 2H3\noutline line M1 2H3", "a.icon: a cutout or an overlay needs a shape or a filled layer"),
        ("# comment\nouter line M1 2H3", "a.icon:2: `outer` is no layer"),
        ("outline blob M1 2H3", "a.icon:1: `blob` is no shape"),
        ("outline line", "a.icon:1: expected a layer, a shape and its arguments"),
        ("outline line M1", "a.icon:1: the path data are malformed"),
        ("outline line width=0 M1 2H3", "a.icon:1: the width must be a positive number"),
        ("outline circle 1 2", "a.icon:1: expected 3 numbers"),
    ])
    func malformedSourceNamesItsLine(text: String, message: String) {
        do throws(IconSourceError) {
            _ = try IconSource(name: "a", text: text)
            Issue.record("no error")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func tablesHoldInstructionsAndMillionths() throws {
        let source = try IconSource(
            name: "box", text: "shape line width=1.8 M1 2H3.125Z\ncutout area M5 6C7 8 9 10 11 12")
        let text = try IconTables([source]).source
        #expect(text.contains("[\"box\", \"box.fill\"]"))
        #expect(text.contains("instructionStarts: [UInt16] = [0, 4, 12]"))
        #expect(text.contains("operandStarts: [UInt16] = [0, 5, 18]"))
        #expect(text.contains("instructions: [UInt8] = [0, 1, 3, 5, 0, 1, 3, 6, 7, 0, 2, 4]"))
        #expect(
            text.contains(
                "operands: [Int32] = [1000000, 2000000, 3125000, 2000000, 1800000, 1000000, 2000000, 3125000,"))
    }

    @Test func numberBeyondTheRangeIsRefused() throws {
        let source = try IconSource(name: "far", text: "outline line M1 2H3000")
        #expect(throws: IconSourceError.self) { try IconTables([source]) }
    }
}
