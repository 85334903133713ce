// SPDX-License-Identifier: MIT

/// Every live proxy of one connection.
///
/// This is what keeps a proxy with a handler alive though nobody holds it. Each proxy knows its place, so that adding
/// and removing take no search. Table and proxies hold each other until a proxy is destroyed or the display
/// disconnects.
final class ProxyTable {
    /// The `wl_display`.
    let display: OpaquePointer
    private var proxies: [Proxy] = []

    init(display: OpaquePointer) {
        self.display = display
    }

    var count: Int { proxies.count }

    func insert(_ proxy: Proxy) {
        proxy.tableIndex = proxies.count
        proxies.append(proxy)
    }

    func remove(_ proxy: Proxy) {
        let index = proxy.tableIndex
        guard index < proxies.count, proxies[index] === proxy else { return }
        proxies.swapAt(index, proxies.count - 1)
        proxies[index].tableIndex = index
        proxies.removeLast()
    }

    func discardAll() {
        // The youngest first. Dropping a handler may destroy others, or even make new ones.
        while let proxy = proxies.last { proxy.discard() }
    }
}
