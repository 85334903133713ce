// SPDX-License-Identifier: MIT
DaemonCommand.start()
