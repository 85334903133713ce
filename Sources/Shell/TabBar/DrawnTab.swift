import Geometry

/// The items of a tab. In one layout, they depend only on its pose.
struct DrawnTab: Equatable, Sendable {
    struct Pose: Equatable, Sendable {
        var place: Rect
        var goal: Rect?
        var selection, hover, press, bounce, badge, minimize, dark: Double
    }

    let pose: Pose
    let items: [Scene.Item]
}
