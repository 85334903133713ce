// SPDX-License-Identifier: MIT

public import Canvas
internal import Geometry
public import PageKit

/// The dashboard: how stressed the user is now, and how today went.
public final class HomePage: Page {
    let data: StressData
    let painter = PagePainter()
    private var isPressed = false

    /// A dashboard of some measurements.
    public init(data: StressData) {
        self.data = data
    }

    /// Draws the whole page.
    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = HomeLayout(size: context.size, insets: context.insets)
        painter.header(
            "Today", data.week.last.map { "\($0.readings.count) readings" } ?? "", in: layout.frame.header,
            on: canvas, context: context)
        drawDial(layout, on: canvas, context: context)
        drawMetric(
            "HRV", value: data.latest?.variability, unit: "ms", average: mean(\.variability),
            in: layout.variabilityCard, on: canvas, context: context)
        drawMetric(
            "Heart rate", value: data.latest?.heartRate, unit: "bpm", average: mean(\.heartRate),
            in: layout.heartRateCard, on: canvas, context: context)
        drawChart(layout, on: canvas, context: context)
        if let button = layout.breatheButton {
            painter.pill("Take a breath", in: button, on: canvas, context: context, pressed: isPressed, quiet: true)
        }
    }

    /// Follows presses of the button.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let button = HomeLayout(size: context.size, insets: context.insets).breatheButton
        switch event {
        case .press(let point):
            isPressed = button?.contains(point) ?? false
            return isPressed ? .redraw : .none
        case .release(let point):
            guard isPressed else { return .none }
            isPressed = false
            return button?.contains(point) ?? false ? .request(.select(tab: "flash")) : .redraw
        case .cancel:
            guard isPressed else { return .none }
            isPressed = false
            return .redraw
        case .move, .scroll:
            return .none
        }
    }

    private func mean(_ value: KeyPath<StressReading, Int>) -> Int? {
        let values = data.week.flatMap(\.readings).map { $0[keyPath: value] }
        return values.isEmpty ? nil : values.reduce(0, +) / values.count
    }
}
