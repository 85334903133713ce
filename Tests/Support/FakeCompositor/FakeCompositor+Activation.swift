/// An activation token object of a client (xdg-activation).
public final class FakeActivation {
    public internal(set) var serial: UInt32?
    public internal(set) var hasSeat = false
    public internal(set) var appID: String?
    public internal(set) weak var surface: FakeSurface?
    public internal(set) var isCommitted = false
    private let object: FakeObject

    init(_ object: FakeObject) {
        self.object = object
    }

    /// True while the client waits for the token.
    public var isAlive: Bool { object.isAlive }

    public func answer(_ token: String) { object.send("done", .string(token)) }
}

extension FakeCompositor {
    func handleActivation(_ request: FakeRequest) {
        if request.name == "get_activation_token", let object = request.created {
            let activation = FakeActivation(object)
            object.content = activation
            activations.append(activation)
        }
        guard let activation = request.object.content as? FakeActivation else { return }
        if activation.isCommitted, request.name != "destroy" {
            violations.append("\(request.name) of a token that was committed")
        }
        switch request.name {
        case "set_serial":
            activation.serial = request.uint(0)
            activation.hasSeat = request.named.last??.kind == "wl_seat"
        case "set_app_id": activation.appID = request.string(0)
        case "set_surface": activation.surface = request.content(0)
        case "commit": activation.isCommitted = true
        default: break
        }
    }
}
