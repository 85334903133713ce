import TestSupport
import Testing

@testable import SurfaceKit

@Suite struct FramePacerTests {
    private let second: UInt64 = 1_000_000_000

    /// An input of a pacer; times in ns after one second.
    enum News: Sendable {
        case presented(UInt64, refresh: UInt64 = 10_000_000, now: UInt64? = nil)
        case callback(UInt64), adopt(UInt64), outputChanged
    }

    /// The time of the prediction, and the predicted one.
    @Test(
        arguments: [
            ("without a reference", [], 4_000_000_000, 4_016_666_667),
            ("a reference in the future", [.presented(1_000_000_000, now: 0)], 3_000_000, 10_000_000),
            ("a callback long after", [.presented(0), .callback(1_003_000_000)], 1_003_000_000, 1_010_000_000),
            ("one much later", [.presented(0), .callback(99_003_000_000)], 99_003_000_000, 99_013_000_000),
            ("another output", [.presented(0), .outputChanged, .callback(5_000_000)], 5_000_000, 15_000_000),
            ("another phase", [.presented(0), .presented(14_000_000)], 15_000_000, 24_000_000),
            ("a missed frame", [.presented(0), .presented(30_100_000, now: 31_000_000)], 31_000_000, 40_000_000),
            ("an older one", [.presented(3_000_000), .presented(0, now: 3_000_000)], 3_000_000, 13_000_000),
            // A variable refresh follows each presentation.
            ("no rate", [.adopt(10_000_000), .presented(0, refresh: 0)], 0, 10_000_000),
            (
                "no rate, later", [.adopt(10_000_000), .presented(0, refresh: 0), .presented(13_000_000, refresh: 0)],
                13_000_000, 23_000_000
            ),
            (
                "another rate",
                [.presented(0, refresh: 16_666_667), .presented(16_800_000, refresh: 8_333_333, now: 17_000_000)],
                17_000_000, 25_133_333
            ),
            (
                "a long rest",
                [.presented(0), .callback(19_000_100_000), .presented(19_000_200_000, now: 19_000_300_000)],
                19_000_300_000, 19_010_200_000
            ),
        ] as [(String, [News], UInt64, UInt64)])
    func predictionFollows(what: String, news: [News], time: UInt64, prediction: UInt64) {
        var pacer = FramePacer()
        for piece in news {
            switch piece {
            case .presented(let time, let refresh, let now):
                pacer.presented(at: second + time, refresh: refresh, now: second + (now ?? time))
            case .callback(let time): pacer.callbackArrived(at: second + time)
            case .adopt(let interval): pacer.adopt(interval: interval)
            case .outputChanged: pacer.outputChanged()
            }
        }
        #expect(pacer.prediction(at: second + time) == second + prediction)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func predictionIsTheNextReachableRefresh(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var pacer = FramePacer()
        let interval = UInt64.random(in: 4_000_000...40_000_000, using: &random)
        let phase = second + random.next() % second
        pacer.adopt(interval: interval)
        pacer.presented(at: phase, refresh: seed % 2 == 0 ? interval : 0, now: phase)
        var last: UInt64 = 0
        var now = phase - min(phase, 10 * interval)
        for _ in 0..<200 {
            now += UInt64.random(in: 0...2 * interval, using: &random)
            let prediction = pacer.prediction(at: now)
            #expect(prediction > now && prediction <= now + interval + 1_000_000)
            #expect((prediction > phase ? prediction - phase : phase - prediction) % interval == 0)
            #expect(prediction >= last)
            last = prediction
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func predictionsAreMonotonicDespiteJitter(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var pacer = FramePacer()
        var vblank = second
        var last: UInt64 = 0
        for _ in 0..<300 {
            vblank += 16_666_667
            let now = vblank + UInt64.random(in: 0...9_000_000, using: &random)
            pacer.callbackArrived(at: now)
            let prediction = pacer.prediction(at: now)
            #expect(prediction > now && prediction < now + 34_000_000)
            #expect(prediction > last)
            last = prediction
        }
        #expect(pacer.interval > 14_000_000 && pacer.interval < 19_000_000)
    }

    @Test func intervalIsMeasuredFromConsecutiveCallbacks() {
        var pacer = FramePacer()
        pacer.adopt(interval: 8_333_333)
        var time = second
        for _ in 0..<50 {
            pacer.callbackArrived(at: time)
            time += 8_000_000
        }
        #expect(pacer.interval >= 8_000_000 && pacer.interval < 8_020_000)
        let learnt = pacer.interval
        pacer.callbackArrived(at: time + second)
        pacer.callbackArrived(at: time + second)
        pacer.callbackArrived(at: time)
        #expect(pacer.interval == learnt)
    }

    @Test(arguments: [0, 1, 465, 1_000_000_000_000, .max] as [UInt64])
    func implausibleIntervalsAreIgnored(interval: UInt64) {
        var pacer = FramePacer()
        pacer.adopt(interval: interval)
        pacer.presented(at: second, refresh: interval, now: second)
        #expect(pacer.interval == 16_666_667)
        pacer.adopt(interval: nil)
        #expect(pacer.prediction(at: second) == second + 16_666_667)
    }

    @Test(arguments: [11_000_000_001, .max] as [UInt64])
    func absurdPresentationIsIgnored(time: UInt64) {
        var pacer = FramePacer()
        pacer.callbackArrived(at: 10 * second)
        let before = pacer
        pacer.presented(at: time, refresh: 10_000_000, now: 10 * second)
        #expect(pacer == before)
    }

    /// Two processes wake at different times after each refresh, yet draw for the same one.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func processesPredictTheSameTime(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var pacers = [FramePacer(), FramePacer()]
        let interval: UInt64 = 6_944_444
        var refresh = second
        for index in pacers.indices {
            pacers[index].adopt(interval: interval)
            pacers[index].presented(at: refresh, refresh: interval, now: refresh)
        }
        for frame in 0..<500 {
            refresh += interval
            var predictions: Set<UInt64> = []
            for index in pacers.indices {
                let now = refresh + UInt64.random(in: 10_000...5_500_000, using: &random)
                pacers[index].callbackArrived(at: now)
                // One of them gets a frame's time now and then.
                if index == 0, frame % 7 == 0 { pacers[index].presented(at: refresh, refresh: interval, now: now) }
                predictions.insert(pacers[index].prediction(at: now))
            }
            #expect(predictions == [refresh + interval], "seed \(seed), frame \(frame)")
        }
    }

    @Test func intervalIsMeasuredFromPresentationsWithoutARate() {
        var pacer = FramePacer()
        for frame in 0..<60 as Range<UInt64> {
            let time = second + frame * 12_000_000
            pacer.presented(at: time, refresh: 0, now: time)
            pacer.callbackArrived(at: time + frame % 3 * 2_000_000)
        }
        #expect(pacer.interval >= 12_000_000 && pacer.interval < 12_050_000)
    }

    /// Each process gets all reported frames of its own motions, but none of the others'.
    @Test(arguments: [16_666_667, 8_333_333] as [UInt64], 0..<20 as Range<UInt64>)
    func processesAgreeDespiteJitter(interval: UInt64, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var pacers = [FramePacer(), FramePacer(), FramePacer()]
        for index in pacers.indices { pacers[index].adopt(interval: interval) }
        var refresh = second
        for motion in 0..<40 {
            // Motions of many frames, with rests of up to a second in between.
            refresh += interval * UInt64.random(in: 1...second / interval, using: &random)
            for frame in 0..<20 {
                refresh += interval
                let reported = refresh + UInt64.random(in: 0...200_000, using: &random)
                let predictions = pacers.indices.map { index in
                    pacers[index].callbackArrived(at: refresh + UInt64.random(in: 10_000...4_000_000, using: &random))
                    // The first of them takes part in every motion, the others in some.
                    if index == 0 || (motion + index) % 3 != 0 {
                        pacers[index].presented(at: reported, refresh: interval, now: reported + 50_000)
                    }
                    let now = refresh + UInt64.random(in: 300_000...6_000_000, using: &random)
                    return pacers[index].prediction(at: now)
                }
                guard motion > 2 else { continue }
                let first = predictions[0]
                let isClose = predictions.allSatisfy { max($0, first) - min($0, first) <= 500_000 }
                #expect(isClose, "interval \(interval), seed \(seed), motion \(motion), frame \(frame)")
            }
        }
    }

    @Test func referenceMovesByWholeIntervals() {
        var pacer = FramePacer()
        pacer.presented(at: second, refresh: 10_000_000, now: second)
        // In µs around the refresh.
        for (frame, jitter) in ([0, 200, -200, 250, -250, 100] as [Int64]).enumerated() {
            let refresh = second + UInt64(frame + 1) * 10_000_000
            let time = UInt64(Int64(refresh) + jitter * 1000)
            pacer.presented(at: time, refresh: 10_000_000, now: time)
            #expect(pacer.prediction(at: time + 1_000_000) == refresh + 10_000_000, "frame \(frame)")
        }
    }

    /// Each process has measured its own callbacks.
    @Test func unknownRefreshIsTheOutputsInterval() {
        var pacer = FramePacer()
        pacer.adopt(interval: 10_000_000)
        for frame in 0..<20 as Range<UInt64> { pacer.callbackArrived(at: second + frame * 12_000_000) }
        #expect(pacer.interval > 10_500_000)
        pacer.presented(at: 2 * second, refresh: 0, now: 2 * second)
        #expect(pacer.interval == 10_000_000)
    }
}
