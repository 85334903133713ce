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
        pacer.presented(at: phase, refresh: seed % 2 == 0 ? interval : 0)
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
        pacer.presented(at: second, refresh: interval)
        #expect(pacer.interval == 16_666_667)
        pacer.adopt(interval: nil)
        #expect(pacer.prediction(at: second) == second + 16_666_667)
    }

    @Test func referenceInTheFutureGivesThePhase() {
        var pacer = FramePacer()
        pacer.presented(at: 100 * second, refresh: 10_000_000)
        #expect(pacer.prediction(at: second + 3_000_000) == second + 10_000_000)
        pacer.callbackArrived(at: 0)
        #expect(pacer.prediction(at: 0) == 10_000_000)
    }
}
