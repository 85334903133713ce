import Glibc

/// A security context of a client (wp-security-context).
public final class FakeSecurityContext {
    public internal(set) var engine = ""
    public internal(set) var appID = ""
    public internal(set) var isCommitted = false
    private let listener: Int32
    private let end: Int32

    init(listener: Int32, end: Int32) {
        (self.listener, self.end) = (listener, end)
    }

    deinit {
        close(listener)
        close(end)
    }

    /// True once a client of its socket waits to be accepted.
    public var hasClient: Bool { poll(listener, for: POLLIN) }

    /// True once no process has the other end of its pipe open.
    public var isClosed: Bool { poll(end, for: POLLHUP) }

    private func poll(_ descriptor: Int32, for event: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        return Glibc.poll(&watched, 1, 0) == 1 && watched.revents & Int16(event) != 0
    }
}

extension FakeCompositor {
    func handleContext(_ request: FakeRequest) {
        if request.name == "create_listener", case .descriptor(let listener) = request.values[1],
            case .descriptor(let end) = request.values[2]
        {
            request.created?.content = FakeSecurityContext(listener: listener, end: end)
        }
        guard let context = request.object.content as? FakeSecurityContext else { return }
        if context.isCommitted, request.name != "destroy" {
            violations.append("\(request.name) of a security context that was committed")
        }
        switch request.name {
        case "set_sandbox_engine": context.engine = request.string(0)
        case "set_app_id": context.appID = request.string(0)
        case "commit":
            context.isCommitted = true
            contexts.append(context)
        default: break
        }
    }
}
