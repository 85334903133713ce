// SPDX-License-Identifier: MIT
import CommandLineKit

var tabctl = CommandSpec.tabctl
tabctl.suggestion = { NameCompletion.selection(of: $0) }
tabctl.options = [RemoteHost.option]
tabctl.relay = { try RemoteHost($0)?.run() }
tabctl.main()
