import EventLoop
import Geometry
import Gestures
import WaylandProtocols

public enum TextSelection: Hashable, Sendable {
    case clipboard
    /// The last selected text, which the middle button pastes.
    case primary
}

/// A seat's clipboard and drags (wl_data_device) and primary selection (zwp_primary_selection_device_v1), text only.
final class SelectionDevice {
    private let clipboard: WlDataDevice?
    private let primary: ZwpPrimarySelectionDeviceV1?
    private let managers: SelectionManagers
    private let loop: EventLoop
    private let source: InputSource
    private unowned let connection: WaylandConnection
    private weak var dragged: Surface?
    private var dragOffer: ObjectIdentifier?
    /// The offers that the compositor has introduced, including the present selections.
    private var offers: [ObjectIdentifier: TextOffer] = [:]
    private var selections: [TextSelection: ObjectIdentifier] = [:]
    private var sources: [TextSelection: TextSource] = [:]
    private var reader: TextReader?

    init(_ managers: SelectionManagers, seat: WlSeat, connection: WaylandConnection) {
        self.managers = managers
        self.connection = connection
        loop = connection.loop
        source = .pointer(seat: seat.id)
        clipboard = managers.clipboard?.getDataDevice(seat: seat)
        primary = managers.primary?.getDevice(seat: seat)
        clipboard?.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .dataOffer(let offer): offers[ObjectIdentifier(offer)] = TextOffer(offer)
            case .selection(let offer): select(.clipboard, offer.map { ObjectIdentifier($0) })
            case .enter(_, let surface, let x, let y, let offer):
                dragOffer = offer.map { ObjectIdentifier($0) }
                dragged = connection.surface(of: surface)
                drag(to: Point(x: x, y: y))
            case .motion(_, let x, let y): drag(to: Point(x: x, y: y))
            case .leave, .drop: endDrag()
            }
        }
        primary?.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .dataOffer(let offer): offers[ObjectIdentifier(offer)] = TextOffer(offer)
            case .selection(let offer): select(.primary, offer.map { ObjectIdentifier($0) })
            }
        }
    }

    func destroy() {
        reader = nil
        for source in sources.values { source.destroy() }
        for offer in offers.values { offer.destroy() }
        if let clipboard, clipboard.version >= WlDataDevice.releaseSince { clipboard.release() }
        primary?.destroy()
    }

    /// Offers a text to other programs. The serial comes from the input event that caused it.
    func offer(_ text: String, as selection: TextSelection, serial: UInt32) {
        let source: TextSource?
        switch selection {
        case .clipboard:
            let proxy = managers.clipboard?.createDataSource()
            if let proxy { clipboard?.setSelection(source: proxy, serial: serial) }
            source = proxy.map { TextSource($0, text, loop: loop) }
        case .primary:
            let proxy = managers.primary?.createSource()
            if let proxy { primary?.setSelection(source: proxy, serial: serial) }
            source = proxy.map { TextSource($0, text, loop: loop) }
        }
        guard let source else { return }
        source.onCancelled = { [weak self, weak source] in
            source?.destroy()
            if let self, sources[selection] === source { sources[selection] = nil }
        }
        sources.updateValue(source, forKey: selection)?.destroy()
    }

    /// Reads a selection; the completion is not called for other content than text, or if its program is too slow.
    func read(_ selection: TextSelection, completion: @escaping (String) -> Void) {
        // Our own text takes no detour.
        if let source = sources[selection] { return completion(source.text) }
        guard let offer = selections[selection].flatMap({ offers[$0] }) else { return }
        reader = try? TextReader(offer, loop: loop) { [weak self] text in
            self?.reader = nil
            if let text { completion(text) }
        }
    }

    /// Nothing is accepted, so nothing can be dropped.
    private func drag(to point: Point) { dragged?.input?.handle(.dataDragged(point), from: source) }

    private func endDrag() {
        dragged?.input?.handle(.dataDragEnded, from: source)
        dragged = nil
        if let dragOffer { offers.removeValue(forKey: dragOffer)?.destroy() }
        dragOffer = nil
    }

    private func select(_ selection: TextSelection, _ id: ObjectIdentifier?) {
        if let earlier = selections[selection], earlier != id { offers.removeValue(forKey: earlier)?.destroy() }
        selections[selection] = id
    }
}

/// The managers of clipboard and primary selection; nil for missing ones.
struct SelectionManagers {
    let clipboard: WlDataDeviceManager?
    let primary: ZwpPrimarySelectionDeviceManagerV1?
}
