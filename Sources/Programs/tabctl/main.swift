// SPDX-License-Identifier: MIT
TabctlCommand.start()
