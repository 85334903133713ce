// SPDX-License-Identifier: MIT

#include <crypt.h>
