/// A random generator with the same numbers in each run, so that a failure can be reproduced.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number of 0..<1, uniformly distributed.
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
