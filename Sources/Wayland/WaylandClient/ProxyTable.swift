// SPDX-License-Identifier: MIT

/// The live proxies of one connection.
///
/// The table keeps a proxy with a handler alive even if nothing else refers to it. Each proxy knows its index, so
/// insertion and removal need no search. Table and proxies refer to each other until a proxy is destroyed or the
/// display disconnects.
final class ProxyTable {
    /// The `wl_display`.
    let display: OpaquePointer
    private(set) var proxies: [Proxy] = []

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
        // Newest first. Releasing a handler may destroy other proxies, or even create some.
        while let proxy = proxies.last { proxy.discard() }
    }
}
