import RasterClient
import Feedback
import Geometry
import Localization
import ScreenClient
import ShellModel
import SurfaceKit
import TabBar

extension PanelProgram {
    func startAccessibility() {
        shell.accessibility.start(
            describe: { [weak self] in self?.accessibilityNode },
            press: { [weak self] id, edit in edit == nil ? self?.press(id) : .failed("it is not a text field") })
    }

    /// The window of the shell on the output of the pages, with the panel's content; in window mode, with bounds in each.
    var accessibilityNode: AccessibilityNode {
        let screen = shell.options.window ? nil : shell.pageOutput?.logicalSize
        var window = AccessibilityNode(.window, "tabshell")
        window.bounds = screen.map { Rect(x: 0, y: 0, width: $0.width, height: $0.height) }
        guard let look = model.look(on: screen), let bar = frontBar else { return window }
        let size = screen ?? bar.view.surface?.size ?? .zero
        var frame =
            screen.map { look.bar.position.strip(of: look.surfaceHeight, in: $0) }
            ?? Rect(x: 0, y: 0, width: size.width, height: size.height)
        if look.bar.position.isSide, let height = bar.view.surface?.size?.height {
            // A rail is below anything along the upper edge.
            (frame.y, frame.height) = (frame.maxY - height, height)
        }
        var row = model.accessibilityNode(ofBar: frame, screen: screen, problems: problems)
        if bar.isUnderSheet {
            row?.children = []
            row?.description = localized("behind the open sheet")
        }
        if bar.isOut { row?.description = localized("hidden until the pointer or a finger is at its edge") }
        let menu = menu.flatMap { menu in
            // In a window of its own, the bar is at the lower edge.
            let area = screen ?? menu.surface?.size ?? .zero
            return model.accessibilityNode(
                ofMenuOn: area, barFrame: look.bar.position.strip(of: look.surfaceHeight, in: area), screen: screen,
                measure: { [masks] in masks.width(of: $0, scale: menu.scale) })
        }
        let message = status.flatMap { status -> AccessibilityNode? in
            guard status.message.isDue else { return nil }
            // It exists, and is spoken, before the compositor has sent the size of its surface.
            let area = status.view.surface?.size ?? size
            let origin = FillingSurface.origin(of: area, on: size, edge: look.bar.position, zone: look.exclusiveZone)
            return model.accessibilityNode(of: status.message, size: area).offset(x: origin.x, y: origin.y)
        }
        let notices = notices.map {
            model.accessibilityNodes(of: $0.message, width: $0.view.surface?.size?.width ?? size.width)
        }
        let pad = pad.map { pad in model.accessibilityNode(of: pad.pad, size: pad.view.surface?.size ?? size) }
        window.children = [message].compactMap(\.self) + (notices ?? []) + [row, menu, pad].compactMap(\.self)
        return window
    }

    var announcedScreen: AnnouncedScreen {
        AnnouncedScreen(shell.client.state, tree: accessibilityNode, tabs: model.tabNodes(problems: problems))
    }

    /// The reasons why pages are not shown, by tab.
    private var problems: [TabID: String] {
        let failed = shell.client.state.programs.filter { $0.phase == .failed || !$0.isResponsive }
        return failed.reduce(into: [:]) { problems, status in
            guard let tab = status.program.tab else { return }
            problems[tab] =
                status.phase == .failed
                ? status.reason ?? localized("its program has failed") : localized("it does not answer")
        }
    }

    /// Presses a part as a pointer would, and gives the bar the keyboard.
    private func press(_ id: String) -> PressOutcome {
        if id == BarModel.nodeID {
            requests.send(.focus(.enter))
            return .done
        }
        guard accessibilityNode.node(id) != nil, let target = model.target(id) else {
            return .failed("it is no longer there")
        }
        let view =
            switch target {
            case .tab, .expandBar: frontBar?.view
            case .action, .closeMenu: menu
            case .retry: status?.view
            case .openConfiguration, .closeNotice, .openMessage, .closeMessage: notices?.view
            case .pad: pad?.view
            }
        handle(.activated(target), on: view?.surface)
        return .done
    }
}
