// SPDX-License-Identifier: MIT
import StressMonitor

StressProgram.main()
