// SPDX-License-Identifier: MIT
#include <xkbcommon/xkbcommon.h>
