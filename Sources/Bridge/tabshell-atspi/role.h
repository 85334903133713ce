// SPDX-License-Identifier: MIT
// Roles by AccessKit's names.
#pragma once
#include <atk/atk.h>

// The role of ATK for that of AccessKit; a panel for one that is not in the table.
AtkRole tabshell_role(const char *name);
