// SPDX-License-Identifier: MIT
FlashCommand.start()
