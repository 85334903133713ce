// SPDX-License-Identifier: MIT
PanelCommand.start()
