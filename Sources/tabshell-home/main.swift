// SPDX-License-Identifier: MIT
HomeCommand.start()
