// SPDX-License-Identifier: MIT

// The rest of this program is docs/tutorial.md: its blocks of Swift, which a plugin takes from the text at
// every build.
