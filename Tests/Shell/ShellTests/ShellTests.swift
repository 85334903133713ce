import TestSupport
import Testing

/// The whole shell on a headless sway: every program as a user starts it, driven by pointer, wheel and socket, and
/// checked by screenshots and protocol logs. The tests are serialized, since each of them depends on timing.
@Suite(
    .serialized, .enabled(if: Environment.find("sway") != nil && Environment.find("grim") != nil), .toleratingSwayCrash
)
struct ShellTests {}
