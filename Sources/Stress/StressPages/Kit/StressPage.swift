// SPDX-License-Identifier: MIT

public import Geometry
public import PageKit

/// A page that shows the user's measurements.
public protocol StressPage: CachedPage, TaskPage {
    /// Called when another process has changed the measurements.
    func measurementsChanged()
}

extension StressPage {
    public func measurementsChanged() {}
    public func focusColor(in context: PageContext) -> Color { Theme(ownColors: context).accentText }
}
