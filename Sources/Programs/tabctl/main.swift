// SPDX-License-Identifier: MIT
import CommandLineKit

CommandSpec.tabctl.main()
