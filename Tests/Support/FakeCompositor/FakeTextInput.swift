/// The state that a client has sent to its text input object (text-input-v3).
///
/// As in wlroots, an object stays enabled when its surface loses the focus, and only `enable` after `disable` starts the input
/// method.
public final class FakeTextInput {
    /// The pending state, applied by a commit.
    public struct State: Equatable {
        public var isEnabled = false
        public var text = ""
        public var caret = 0
        /// 0 is the input method, 1 another cause.
        public var cause = 0
        public var hint = 0
        public var purpose = 0
        public var cursor = [0, 0, 0, 0]
    }

    public private(set) var state = State()
    /// The number of commits.
    public private(set) var serial: UInt32 = 0
    /// True while the input method composes for the object.
    public private(set) var isActive = false
    /// False if commits without focus are ignored, as labwc 0.20 ignores some.
    public var countsEachCommit = true
    /// The names of the requests.
    public private(set) var journal: [String] = []
    private var hasFocus = false
    private var pending = State()

    func setFocus(_ hasFocus: Bool) {
        self.hasFocus = hasFocus
        isActive = false
    }

    /// - Returns: a description of a protocol violation, or nil.
    func handle(_ request: FakeRequest) -> String? {
        journal.append(request.name)
        if request.name == "commit", hasFocus || countsEachCommit { serial &+= 1 }
        switch request.name {
        case "enable":
            if hasFocus, pending.isEnabled, isActive { return "text-input: enabled twice" }
            pending = State(isEnabled: true)
        case "disable": pending.isEnabled = false
        case "set_surrounding_text":
            pending.text = request.string(0)
            pending.caret = request.int(1)
            let bytes = Array(pending.text.utf8)
            guard bytes.count <= 4000, [pending.caret, request.int(2)].allSatisfy((0...bytes.count).contains),
                pending.caret == bytes.count || bytes[pending.caret] & 0xC0 != 0x80
            else { return "text-input: a caret at \(pending.caret) in \(bytes.count) bytes" }
        case "set_text_change_cause": pending.cause = request.int(0)
        case "set_content_type": (pending.hint, pending.purpose) = (request.int(0), request.int(1))
        case "set_cursor_rectangle": pending.cursor = (0..<4).map { request.int($0) }
        case "commit":
            if hasFocus, pending.isEnabled != state.isEnabled { isActive = pending.isEnabled }
            state = pending
            pending.cause = 0
        default: break
        }
        return nil
    }
}

extension FakeCompositor {
    /// The client's only text input object, if any.
    public func textInput(of client: FakeClient) -> FakeTextInput? {
        client.objects("zwp_text_input_v3").first?.content as? FakeTextInput
    }

    /// Sends an update of the input method: the preedit with its caret, and the numbers to delete before and after the
    /// caret, in bytes, unless the input method is inactive. The serial is the number of the client's last known commit; nil is the
    /// latest, and another number is also sent to an inactive object.
    public func compose(
        _ commit: String? = nil, preedit: (text: String, begin: Int32, end: Int32)? = nil,
        deletes: (before: UInt32, after: UInt32)? = nil, serial: UInt32? = nil, client: FakeClient
    ) {
        for object in client.objects("zwp_text_input_v3") {
            guard let input = object.content as? FakeTextInput, input.isActive || serial != nil else { continue }
            if let preedit {
                object.send("preedit_string", .string(preedit.text), .int(preedit.begin), .int(preedit.end))
            }
            if let commit { object.send("commit_string", .string(commit)) }
            if let deletes { object.send("delete_surrounding_text", .uint(deletes.before), .uint(deletes.after)) }
            object.send("done", .uint(serial ?? input.serial))
        }
    }

    func handleTextInput(_ request: FakeRequest) {
        if request.name == "get_text_input" {
            request.created?.content = FakeTextInput()
        } else if let input = request.object.content as? FakeTextInput, let wrong = input.handle(request) {
            violations.append(wrong)
        }
    }

    func moveTextFocus(to surface: FakeSurface?, of client: FakeClient, from left: FakeSurface? = nil) {
        for object in client.objects("zwp_text_input_v3") {
            (object.content as? FakeTextInput)?.setFocus(surface != nil)
            if let left { object.send("leave", .object(left.object.id)) }
            if let surface { object.send("enter", .object(surface.object.id)) }
        }
    }
}
