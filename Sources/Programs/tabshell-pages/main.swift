// SPDX-License-Identifier: MIT
import StressPrograms

StressProgram.main()
