// SPDX-License-Identifier: MIT

/// A random generator with the same numbers in each run, so that a failure can be reproduced.
public typealias SeededGenerator = SplitMix64
