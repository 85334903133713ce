// SPDX-License-Identifier: MIT
import StressPages
import StressPrograms

StressProgram.main("home", showing: "the current stress level") { HomePage($0) }
