// SPDX-License-Identifier: MIT

// Whoever reads measurements needs to know what they are.
@_exported import StressModel
