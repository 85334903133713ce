// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import Wayland

/// A selection of a seat.
public enum TextSelection: Hashable, Sendable {
    case clipboard
    /// The text that was selected last, which the middle button pastes.
    case primary
}

/// A seat's clipboard (wl_data_device) and primary selection (zwp_primary_selection_device_v1), as far as they are text.
final class SelectionDevice {
    private let clipboard: WlDataDevice?
    private let primary: ZwpPrimarySelectionDeviceV1?
    private let managers: SelectionManagers
    private let loop: EventLoop
    /// The offers that the compositor has introduced, with those that are selections now.
    private var offers: [ObjectIdentifier: TextOffer] = [:]
    private var selections: [TextSelection: ObjectIdentifier] = [:]
    /// The sources of the selections that are ours.
    private var sources: [TextSelection: TextSource] = [:]
    private var reader: TextReader?

    init(_ managers: SelectionManagers, seat: WlSeat, loop: EventLoop) {
        self.managers = managers
        self.loop = loop
        clipboard = managers.clipboard?.getDataDevice(seat: seat)
        primary = managers.primary?.getDevice(seat: seat)
        clipboard?.onEvent = { [unowned self] event in
            switch event {
            case .dataOffer(let offer): add(TextOffer(offer), ObjectIdentifier(offer))
            case .selection(let offer): select(.clipboard, offer.map { ObjectIdentifier($0) })
            // Nothing can be dropped here.
            case .enter(_, _, _, _, let offer): offer.map { remove(ObjectIdentifier($0)) }
            case .leave, .motion, .drop: break
            }
        }
        primary?.onEvent = { [unowned self] event in
            switch event {
            case .dataOffer(let offer): add(TextOffer(offer), ObjectIdentifier(offer))
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

    /// Offers a text to other programs.
    ///
    /// - Parameter serial: that of the input event which has caused it.
    func offer(_ text: String, as selection: TextSelection, serial: UInt32) {
        let source: TextSource?
        switch selection {
        case .clipboard:
            source = managers.clipboard.map { manager in
                let proxy = manager.createDataSource()
                clipboard?.setSelection(source: proxy, serial: serial)
                return TextSource(proxy, text, loop: loop)
            }
        case .primary:
            source = managers.primary.map { manager in
                let proxy = manager.createSource()
                primary?.setSelection(source: proxy, serial: serial)
                return TextSource(proxy, text, loop: loop)
            }
        }
        guard let source else { return }
        source.onCancelled = { [unowned self, unowned source] in
            source.destroy()
            if sources[selection] === source { sources[selection] = nil }
        }
        sources.updateValue(source, forKey: selection)?.destroy()
    }

    /// Reads a selection; the completion is not called if it is no text, or its program does not send it in time.
    func read(_ selection: TextSelection, completion: @escaping (String) -> Void) {
        // Our own text takes no detour.
        if let source = sources[selection] { return completion(source.text) }
        guard let offer = selections[selection].flatMap({ offers[$0] }) else { return }
        reader = try? TextReader(offer, loop: loop, completion: completion)
    }

    private func add(_ offer: TextOffer, _ id: ObjectIdentifier) {
        offers[id] = offer
    }

    private func remove(_ id: ObjectIdentifier) {
        offers.removeValue(forKey: id)?.destroy()
    }

    private func select(_ selection: TextSelection, _ id: ObjectIdentifier?) {
        if let earlier = selections[selection], earlier != id { remove(earlier) }
        selections[selection] = id
    }
}

/// The managers of clipboard and primary selection; nil for those that the compositor does not offer.
struct SelectionManagers {
    let clipboard: WlDataDeviceManager?
    let primary: ZwpPrimarySelectionDeviceManagerV1?
}
