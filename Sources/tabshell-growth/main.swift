// SPDX-License-Identifier: MIT
import PageKit
import Pages

PageProgram.main("growth", showing: "trends and history") { GrowthPage(data: MockData.make()) }
