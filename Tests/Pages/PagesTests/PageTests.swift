// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit
import PageTestSupport
import ShellModel
import Testing
