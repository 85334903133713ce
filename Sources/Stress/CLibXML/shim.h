// SPDX-License-Identifier: MIT
#include <libxml/parser.h>
