// SPDX-License-Identifier: MIT
import PageKit
import Pages

PageProgram.main("home", showing: "the current stress level") { HomePage(data: MockData.make()) }
