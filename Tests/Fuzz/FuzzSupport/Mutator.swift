import TestSupport

/// Random changes of inputs, as libFuzzer makes them but without its coverage.
struct Mutator {
    private let seeds: [[UInt8]]
    private var random: SplitMix64
    private static let maximumLength = 4096

    init(seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds.isEmpty ? [[]] : seeds
        random = SplitMix64(seed: seed)
    }

    /// The next input: one of the seeds with one to eight changes.
    mutating func next() -> [UInt8] {
        var bytes = Array(one(of: seeds).prefix(Self.maximumLength))
        for _ in 0...number(below: 8) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let start = number(below: bytes.count + 1)
        let end = min(start + number(below: 16), bytes.count)
        switch number(below: 6) {
        case 0: bytes.insert(UInt8(number(below: 256)), at: start)
        case 1 where start < bytes.count: bytes[start] ^= 1 << UInt8(number(below: 8))
        case 2 where start < bytes.count: bytes[start] = UInt8(number(below: 256))
        case 3: bytes.removeSubrange(start..<end)
        case 4: bytes.insert(contentsOf: bytes[start..<end], at: number(below: bytes.count + 1))
        default:
            let other = one(of: seeds)
            let from = number(below: other.count + 1)
            bytes.insert(contentsOf: other[from..<min(from + number(below: 32), other.count)], at: start)
        }
    }

    private mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private mutating func one(of elements: [[UInt8]]) -> [UInt8] { elements[number(below: elements.count)] }
}
