// SPDX-License-Identifier: MIT

private import Glibc

/// e to the power of a number.
func exponential(_ value: Double) -> Double { exp(value) }
