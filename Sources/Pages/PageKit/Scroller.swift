// SPDX-License-Identifier: MIT

import Motion

/// The offset of scrolled content as a function of time; the bar has the same.
public typealias Scroller = Motion.Scroller
