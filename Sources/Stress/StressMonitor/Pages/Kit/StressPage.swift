// SPDX-License-Identifier: MIT
import Geometry
import PageKit

/// A page that shows the user's measurements.
protocol StressPage: CachedPage, TaskPage {
    /// Called when another process has changed the measurements.
    func measurementsChanged()
}

extension StressPage {
    func measurementsChanged() {}
    func focusColor(in context: PageContext) -> Color { Theme(ownColors: context).accentText }
}
