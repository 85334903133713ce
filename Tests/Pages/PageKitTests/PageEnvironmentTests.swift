import Geometry
import ScreenClient
import Testing

@testable import PageKit
@testable import ShellModel
@testable import SurfaceKit

@Suite struct PageEnvironmentTests {
    /// A page extends below a translucent bar at the bar's own edge only, and keeps its content clear of it there.
    @Test(arguments: Edge.allCases)
    func pageMeetsTheBarAtItsEdge(edge: Edge) {
        var look = Look()
        (look.bar.position, look.bar.material) = (edge, .translucent)
        func environment(_ look: Look, window: Bool = false) -> PageEnvironment {
            var options = ShellOptions()
            options.window = window
            let state = ShellState(ShellConfiguration(unchecked: [.plain], look: look), now: 0)
            return PageEnvironment(state, tab: "a", options: options, screen: Size(width: 1280, height: 800))
        }
        let depth = edge.isSide ? 84.0 : 119
        let below = environment(look)
        #expect(below.overlap == EdgeOverlap(edge, depth))
        var insets = PageInsets()
        switch edge {
        case .bottom: insets.bottom = depth
        case .top: insets.top = depth
        case .left: insets.leading = depth
        case .right: insets.trailing = depth
        }
        #expect(below.insets == insets)
        // A rail at the left is at the trailing edge of a right-to-left layout.
        look.direction = .rightToLeft
        (insets.leading, insets.trailing) = (insets.trailing, insets.leading)
        #expect(environment(look).insets == insets)
        #expect(environment(look).overlap == EdgeOverlap(edge, depth))
        look.direction = .leftToRight
        look.bar.material = .opaque
        let beside = environment(look)
        #expect(beside.overlap == EdgeOverlap(edge, 0) && beside.insets == .zero)
        #expect(environment(look, window: true).insets == .zero)
    }
}
