// SPDX-License-Identifier: MIT

import ShellModel
import TabshellIPC
import Testing

@testable import TabDaemon

@Suite struct SubscriberListTests {
    private final class Client {}

    /// A change of several topics, too, whose first one not all clients have.
    @Test(arguments: [[.selection], [.badges, .selection]] as [[Topic]])
    func clientThatIsFirstGetsEachChangeBeforeTheOthers(changed: [Topic]) {
        var subscribers = SubscriberList<Client>()
        let (page, panel, other) = (Client(), Client(), Client())
        subscribers.setTopics([.selection, .badges], of: page)
        subscribers.setTopics([.selection, .badges], of: panel, isFirst: true)
        subscribers.setTopics([.selection], of: other)
        var order: [Client] = []
        let change = changed.map { StateEvent(revision: 1, $0, of: ShellState()) }
        subscribers.forEach(of: change) { client, _ in order.append(client) }
        #expect(order.map(ObjectIdentifier.init) == [panel, page, other].map(ObjectIdentifier.init))
        // As it does when it subscribes anew.
        subscribers.setTopics([.selection, .badges], of: page)
        order = []
        subscribers.forEach(of: change) { client, _ in order.append(client) }
        #expect(order.first === panel && order.count == 3)
    }
}
