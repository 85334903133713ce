// SPDX-License-Identifier: MIT
import StressPages
import StressPrograms

StressProgram.main("growth", showing: "trends and history") { GrowthPage($0) }
