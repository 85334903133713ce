// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The whole shell on a headless sway: every program as a user starts it, driven by a pointer, wheel and socket, and
/// judged by pictures and protocol logs. One after another, since each of them wants the machine's time for itself.
@Suite(.serialized, .enabled(if: Environment.find("sway") != nil && Environment.find("grim") != nil))
struct ShellTests {}
