// SPDX-License-Identifier: MIT
import PageKit
import Pages

PageProgram.main("flash", showing: "quick actions and breathing exercises") { FlashPage() }
