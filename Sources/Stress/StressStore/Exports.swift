// SPDX-License-Identifier: MIT

// The model's types are part of the store's interface.
@_exported import StressModel
