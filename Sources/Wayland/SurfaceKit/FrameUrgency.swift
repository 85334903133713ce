/// The urgency of a change. It decides if the frame waits for the pending frame callback. Between two callbacks each
/// urgency except the lowest has one frame of its own, and none after one of a higher urgency.
public enum FrameUrgency: Comparable, CaseIterable, Sendable {
    /// A change whose frame comes with the callback.
    case paced
    /// The mark of a press, shown at once.
    case press
    /// The start of a motion that other programs start in the same frame.
    case start
}
