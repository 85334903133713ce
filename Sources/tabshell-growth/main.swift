// SPDX-License-Identifier: MIT
GrowthCommand.start()
