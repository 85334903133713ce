// SPDX-License-Identifier: MIT

public import PageKit

/// A page that shows the user's measurements.
public protocol StressPage: Page {
    /// Called when another process has changed the measurements.
    func measurementsChanged()
}

extension StressPage {
    public func measurementsChanged() {}
}
