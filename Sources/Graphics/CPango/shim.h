/* SPDX-License-Identifier: MIT */
#pragma once
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
