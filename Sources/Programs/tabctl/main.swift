// SPDX-License-Identifier: MIT
import CommandLineKit

var tabctl = CommandSpec.tabctl
tabctl.suggestion = { NameCompletion.selection(of: $0) }
tabctl.main()
