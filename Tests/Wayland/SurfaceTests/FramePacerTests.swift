// SPDX-License-Identifier: MIT

import SeededRandom
import Testing

@testable import SurfaceKit

@Suite struct FramePacerTests {
    private let second: UInt64 = 1_000_000_000

    @Test func predictsOneIntervalWithoutAReference() {
        #expect(FramePacer().prediction(at: 5 * second) == 5 * second + 16_666_667)
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

    @Test func referenceInTheFutureGivesThePhase() {
        var pacer = FramePacer()
        pacer.presented(at: 2 * second, refresh: 10_000_000, now: second)
        #expect(pacer.prediction(at: second + 3_000_000) == second + 10_000_000)
        #expect(pacer.prediction(at: 0) == 10_000_000)
    }

    @Test(arguments: [11_000_000_001, .max] as [UInt64])
    func absurdPresentationIsIgnored(time: UInt64) {
        var pacer = FramePacer()
        pacer.callbackArrived(at: 10 * second)
        let before = pacer
        pacer.presented(at: time, refresh: 10_000_000, now: 10 * second)
        #expect(pacer == before)
    }

    /// Two processes wake at different times after each refresh, and draw for the same one all the same.
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
                // One of them is told of a frame now and then.
                if index == 0, frame % 7 == 0 { pacers[index].presented(at: refresh, refresh: interval, now: now) }
                predictions.insert(pacers[index].prediction(at: now))
            }
            #expect(predictions == [refresh + interval], "seed \(seed), frame \(frame)")
        }
    }

    @Test func callbacksReplaceAnOldPresentation() {
        var pacer = FramePacer()
        pacer.presented(at: second, refresh: 10_000_000, now: second)
        pacer.callbackArrived(at: 2 * second + 3_000_000)
        #expect(pacer.prediction(at: 2 * second + 3_000_000) == 2 * second + 10_000_000)
        pacer.callbackArrived(at: 100 * second + 3_000_000)
        #expect(pacer.prediction(at: 100 * second + 3_000_000) == 100 * second + 13_000_000)
    }

    @Test func otherOutputHasRefreshesOfItsOwn() {
        var pacer = FramePacer()
        pacer.presented(at: second, refresh: 10_000_000, now: second)
        pacer.outputChanged()
        pacer.callbackArrived(at: second + 5_000_000)
        #expect(pacer.prediction(at: second + 5_000_000) == second + 15_000_000)
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
}
