// SPDX-License-Identifier: MIT
print("")
