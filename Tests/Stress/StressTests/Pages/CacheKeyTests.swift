import Geometry
import PageKit
import PageTestSupport
import TestSupport
import Testing

@testable import StressMonitor

/// Pages keep their promises: with equal key and context, the picture is equal; where keys differ, equal beside the changed area.
@Suite struct CacheKeyTests {
    private static let small = PageContext(size: Size(width: 320, height: 480))

    /// The pictures that a page has shown, each with its context and key.
    private struct Album {
        private var pictures: [(context: PageContext, key: CacheKey, bytes: [UInt8])] = []
        private var last: (context: PageContext, key: CacheKey, bytes: [UInt8])?
        /// The number of times that only an area changed.
        private(set) var areas = 0
        /// The number of times that a key came again.
        private(set) var repetitions = 0

        /// Records the picture of a page.
        ///
        /// - Returns: false if another one had the same key, or the last one differs beside the changed area.
        mutating func add(_ page: some CachedPage, _ context: PageContext, at now: UInt64) -> Bool {
            // Drawing may end expired content, and load visible content.
            let bytes = page.picture(context, at: now)
            guard let key = page.cacheKey(at: now, context: context) else {
                last = nil
                return true
            }
            defer { last = (context, key, bytes) }
            if let last, last.context == context, last.key != key,
                let area = page.changedArea(from: last.key, to: key, in: context)
            {
                areas += 1
                guard Self.isEqual(last.bytes, bytes, beside: area, width: Int(context.size.width)) else {
                    return false
                }
            }
            guard let known = pictures.first(where: { $0.context == context && $0.key == key }) else {
                pictures.append((context, key, bytes))
                return true
            }
            repetitions += 1
            return known.bytes == bytes
        }

        /// True if two pictures are equal beside an area. Rows are `width` pixels.
        private static func isEqual(_ one: [UInt8], _ other: [UInt8], beside area: Rect, width: Int) -> Bool {
            let (left, right) = (Int(area.x.rounded(.down)), Int(area.maxX.rounded(.up)))
            let (top, bottom) = (Int(area.y.rounded(.down)), Int(area.maxY.rounded(.up)))
            return one.count == other.count
                && one.indices.allSatisfy { index in
                    let (x, y) = (index / 4 % width, index / 4 / width)
                    return one[index] == other[index] || (x >= left && x < right && y >= top && y < bottom)
                }
        }
    }

    /// Operates a page at random, among other events.
    ///
    /// - Returns: the number of times that only an area of it changed.
    @discardableResult
    private func wander(
        _ page: some CachedPage, steps: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ happens: (inout SplitMix64) -> Void
    ) -> Int {
        var random = SplitMix64(seed: 12)
        var (album, context, now) = (Album(), Self.small, second)
        (page as? any TaskPage)?.prewarmed(now: now)
        page.appeared(now: now)
        for step in 0..<steps {
            now += UInt64.random(in: 1...20, using: &random) * second / 2
            let point = Point(
                x: Double.random(in: 0...320, using: &random), y: Double.random(in: 0...480, using: &random))
            switch Int.random(in: 0...11, using: &random) {
            case 0...3: _ = page.tap(point, context, at: now)
            case 4: _ = page.pointer(.press(point), context: context, now: now)
            case 5: _ = page.pointer(.release(point), context: context, now: now)
            case 6:
                // To the top or to the end, so that positions come again.
                let dy = Bool.random(using: &random) ? 3000.0 : -3000
                _ = page.pointer(.scroll(dy: dy, source: .wheel, isFinal: true), context: context, now: now)
                now += 2 * second
            case 7:
                let keys: [PageKey] = [.tab, .backtab, .left, .right, .activate, .escape, .home]
                _ = page.key(keys[Int.random(in: 0...6, using: &random)], context: context, now: now)
                now += 2 * second
            case 8:
                page.leave(at: now)
                page.appeared(now: now + second)
            case 9:
                page.work(context, at: now)
            case 10:
                context.route = context.route.isEmpty ? ["2026-11-18"] : []
                page.routeChanged(context: context, now: now)
                now += 2 * second
            default: happens(&random)
            }
            let isKept = album.add(page, context, at: now)
            #expect(isKept, "step \(step)", sourceLocation: sourceLocation)
            guard isKept else { break }
        }
        #expect(album.repetitions > steps / 10, sourceLocation: sourceLocation)
        return album.areas
    }

    @Test func homePage() {
        let source = MockData.source(days: 40)
        let page = HomePage(source)
        wander(page, steps: 100) { random in
            source.now = MockData.now.advanced(by: Int64.random(in: 0...3, using: &random) * 600_000)
            if Int.random(in: 0...3, using: &random) == 0 {
                source.failure = source.failure == nil ? StressFailure(reason: "The disk is gone.") : nil
                page.measurementsChanged()
            }
        }
    }

    @Test func flashPage() {
        let page = FlashPage(TestSource())
        wander(page, steps: 120) { random in
            let edit = Bool.random(using: &random) ? TextEdit.insert("a") : .deleteBackward
            _ = page.text(edit, context: Self.small, now: second)
        }
    }

    @Test func growthPage() {
        let source = MockData.source(days: 40)
        let page = GrowthPage(source)
        let areas = wander(page, steps: 120) { random in
            source.now = MockData.now.advanced(by: Int64.random(in: 0...2, using: &random) * 86_400_000)
            if Bool.random(using: &random), let note = Note(time: source.now.advanced(by: -1000), text: "Tea") {
                source.change(.note(note), now: 0) { _, _ in }
            }
            page.measurementsChanged()
        }
        #expect(areas > 0)
    }
}
