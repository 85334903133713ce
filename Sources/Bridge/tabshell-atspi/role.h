// Roles by AccessKit's names.
#pragma once
#include <atk/atk.h>

// The ATK role for an AccessKit role; a panel for an unknown one.
AtkRole tabshell_role(const char *name);
