// SPDX-License-Identifier: MIT
StressCommand.start()
