// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import TabshellIPC

@Suite struct RequestMethodTests {
    @Test func namesAreUnique() {
        #expect(Set(Request.methods.map(\.name)).count == Request.methods.count)
        #expect(Request.methods.allSatisfy { $0.summary.hasSuffix(".") })
    }

    /// The compiler asks for the declaration of a new request, and this test for its prototype, without which no daemon
    /// knows the verb.
    @Test func everyDeclaredVerbHasAPrototype() throws {
        let source = try String(
            contentsOf: Repository.file("Sources/IPC/TabshellIPC/Request+Verbs.swift"), encoding: .utf8)
        let declared = source.matches(of: /(?:RequestMethod|\.command)\(\s*"([a-z_]+)"/).map { String($0.1) }
        #expect(declared.count > 40)
        #expect(declared.sorted() == Request.methods.map(\.name).sorted())
        #expect(Request.methods.count == Request.prototypes.count)
    }
}
