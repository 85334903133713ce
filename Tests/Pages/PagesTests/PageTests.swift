// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit
import PageTestSupport
import Pages
import ShellModel
import Testing
