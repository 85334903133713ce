// SPDX-License-Identifier: MIT

package import Geometry
package import PageKit

/// Where everything on the Home page is.
package struct HomeLayout: Equatable, Sendable {
    package let frame: PageFrame
    package let dialCard: Rect
    package let variabilityCard: Rect
    package let heartRateCard: Rect
    package let chartCard: Rect
    /// Round the dial; the arc's middle line.
    package let dialCenter: Point
    package let dialRadius: Double
    /// The way to the exercises; nil where there is no room for it.
    package let breatheButton: Rect?
    /// Where the day's line runs.
    package let plot: Rect

    package init(size: Size, insets: PageInsets = .zero) {
        frame = PageFrame(size: size, insets: insets)
        let gap = frame.gap
        let body = frame.body
        let metrics: Rect
        if frame.hasTwoColumns {
            let (left, right) = frame.columns(share: 0.46)
            let metricHeight = min(124, (body.height * 0.26).rounded())
            dialCard = left
            metrics = right.slice(top: 0, height: metricHeight)
            chartCard = right.slice(top: metricHeight + gap, height: body.height - metricHeight - gap)
        } else {
            let metricHeight = body.height < 480 ? 72.0 : 92
            let rest = body.height - metricHeight - 2 * gap
            let dialHeight = (rest * 0.6).rounded()
            dialCard = body.slice(top: 0, height: dialHeight)
            metrics = body.slice(top: dialHeight + gap, height: metricHeight)
            chartCard = body.slice(top: dialHeight + metricHeight + 2 * gap, height: rest - dialHeight)
        }
        let half = (metrics.width - gap) / 2
        variabilityCard = Rect(x: metrics.x, y: metrics.y, width: half, height: metrics.height)
        heartRateCard = Rect(x: metrics.x + half + gap, y: metrics.y, width: half, height: metrics.height)

        let buttonHeight = 44.0
        let hasButton = dialCard.height >= 330
        let dialHeight = dialCard.height - (hasButton ? buttonHeight + 36 : 0)
        dialRadius = max(min((dialHeight - 52) / 1.86, (dialCard.width - 64) / 2, 180), 40)
        // The arc is open at the bottom, so its box is 1.71 radii high.
        dialCenter = Point(
            x: dialCard.center.x, y: dialCard.y + dialHeight / 2 + dialRadius * 0.13 + (hasButton ? 8 : 2))
        breatheButton =
            hasButton
            ? Rect(
                center: Point(x: dialCard.center.x, y: dialCard.maxY - 28 - buttonHeight / 2),
                width: min(200, dialCard.width - 48), height: buttonHeight)
            : nil

        let inset = frame.gap < 16 ? 16.0 : 22
        let top = chartCard.height < 150 ? 40.0 : 64
        plot = Rect(
            x: chartCard.x + inset, y: chartCard.y + top, width: chartCard.width - 2 * inset,
            height: max(chartCard.height - top - 40, 10))
    }
}
