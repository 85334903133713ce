// SPDX-License-Identifier: MIT

public import PageKit

/// A page of the user's measurements.
public protocol StressPage: Page {
    /// Somebody else has changed the measurements.
    func measurementsChanged()
}
